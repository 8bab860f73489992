import './feed.css'
import '../../messages/home.ts'
import type { ScoreChange } from '@muster/contract/scores'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { readPays } from '@muster/domain/scoring/methods/index'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEvent, useEventKey, useParticipants, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { readChanges } from '../../api/live/live.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { formatEventTime, formatFull } from '../../lib/time/time.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { Crest } from '../../ui/marks/team-mark.tsx'

const shown = 9

const gainOf = (change: ScoreChange) => (change.diff_type === 'Removed' ? 0 : change.score.points) - change.points_before

/** Points are lost when a find no longer counts, when another team overtakes, and when more teams finish. */
function describeLoss({ diff_type, score }: ScoreChange, preset: ScoringPreset | null | undefined): string {
  const stays = diff_type !== 'Removed'
  if (stays && score.rank > 0) return t('feed.overtaken', { place: nameOrdinal(score.rank) })
  return t(stays && score.finished && readPays(preset) === 'by_finishers' ? 'feed.shared' : 'feed.withdrawn')
}

/** The newest changes of points, one line each. */
export function LatestPoints() {
  const changes = useSuspenseQuery({
    ...readChanges(useEventKey()),
    select: (all) => all.filter((change) => gainOf(change) !== 0).slice(0, shown),
  }).data
  const { tree } = useScoreTree()
  const teams = new Map(useTeams().map((team) => [team.id, team]))
  const participants = useParticipants()
  const start = Date.parse(useEvent()?.event_start_time ?? '')
  // Only changes that arrive while the page is open are new.
  const newest = changes[0]?.sequence ?? 0
  const [first] = useState(newest)
  if (changes.length === 0) return <Empty title={t('feed.emptyTitle')} text={t('feed.emptyText')} />
  return (
    <ol className="feed">
      {changes.map((change) => {
        const gain = gainOf(change)
        const node = tree.by_id.get(change.objective_id)
        const team = teams.get(change.team_id)
        const { user_id, rank } = change.score
        const player = user_id === undefined ? undefined : participants.get(user_id)
        const details = [
          node?.parent?.item.title,
          rank > 0 && gain > 0 ? t('feed.place', { place: nameOrdinal(rank) }) : null,
          gain < 0
            ? describeLoss(change, node?.item.preset)
            : player
              ? t('feed.by', { name: player.display_name })
              : t('feed.byTeam'),
        ]
        const at_ms = change.changed_at * 1000
        return (
          <li key={change.sequence} className={change.sequence === newest && newest > first ? 'feed-fresh' : undefined}>
            {/* The full date is formatted on hover: the first one costs a browser as much as the page. */}
            <time
              dateTime={new Date(at_ms).toISOString()}
              onPointerEnter={({ currentTarget }) => {
                currentTarget.title = formatFull(at_ms)
              }}
            >
              {formatEventTime(at_ms, start)}
            </time>
            {team ? <Crest look={team.look} label={team.name} /> : <span />}
            <div>
              <bdi className="game feed-name">{node?.item.name ?? t('feed.objective', { id: change.objective_id })}</bdi>
              <small>{details.filter(Boolean).join(', ')}</small>
            </div>
            <b className={gain < 0 ? 'bad' : undefined}>{formatChange(gain)}</b>
          </li>
        )
      })}
    </ol>
  )
}
