import '../../messages/feed.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useEventKey, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { readChanges } from '../../api/live/live.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { gainOf, pickFresh } from './fresh-changes.ts'

/**
 * Announces scores since the page was opened; renders nothing. An effect, because notifications are added to a list and not
 * rendered here.
 */
export function ScoreToasts({ teams: wanted }: { teams: 'own' | 'all' }) {
  const changes = useSuspenseQuery(readChanges(useEventKey())).data
  const { tree } = useScoreTree()
  const teams = useTeams()
  const seen = useRef<number | null>(null)
  useEffect(() => {
    const newest = changes[0]?.sequence ?? 0
    const before = seen.current
    seen.current = Math.max(before ?? 0, newest)
    // Earlier changes are not new, and notifications of a background page would go unread.
    if (before === null || newest <= before || document.hidden) return
    const own = wanted === 'own' ? new Set(teams.filter((team) => team.is_own).map(({ id }) => id)) : null
    const { said, more } = pickFresh(changes, before, own)
    for (const change of said) {
      const team = teams.find(({ id }) => id === change.team_id)
      const title = t('scoreFeed.toast', { change: formatChange(gainOf(change)), team: team?.name ?? '' })
      showToast(title, { text: tree.by_id.get(change.objective_id)?.item.name ?? '' })
    }
    if (more > 0) showToast(t('scoreFeed.many', { count: more }))
  }, [changes, teams, tree, wanted])
  return null
}
