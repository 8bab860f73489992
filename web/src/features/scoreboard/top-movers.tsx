import './feed.css'
import '../../messages/home.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEventKey, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { readChanges } from '../../api/live/live.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { readTotalsAt } from '../../api/scores/score-history.ts'
import { useHistory, useStandings } from '../../api/scores/use-standings.ts'

const window_seconds = 3 * 3600

/** The teams with the largest recent gain, with the largest single gain of each if the feed still has it. */
export function TopMovers() {
  const standings = useStandings()
  const history = useHistory()
  const since = Math.floor(useServerNow(10_000) / 1000) - window_seconds
  // Progress without points does not render again.
  const changes = useSuspenseQuery({
    ...readChanges(useEventKey()),
    select: (all) => all.filter((change) => change.score.points !== change.points_before),
  }).data
  const { tree } = useScoreTree()
  const teams = useTeams()
  const before = readTotalsAt(history, since)
  const movers = standings
    .map(({ team_id, points }) => ({ team_id, gained: points - (before.get(team_id) ?? 0) }))
    .filter(({ gained }) => gained > 0)
    .sort((a, b) => b.gained - a.gained)
    .slice(0, 4)
  if (movers.length === 0) return <Empty title={t('movers.emptyTitle')} text={t('movers.emptyText')} />
  return (
    <ol className="movers">
      {movers.map(({ team_id, gained }) => {
        const team = teams.find(({ id }) => id === team_id)
        const largest = changes
          .filter((change) => change.team_id === team_id && change.changed_at >= since)
          .toSorted((a, b) => b.score.points - b.points_before - (a.score.points - a.points_before))[0]
        const name = largest && tree.by_id.get(largest.objective_id)?.item.name
        return (
          team && (
            <li key={team_id}>
              <TeamMark team={team} isShort />
              <bdi className="quiet clip">{name ?? ''}</bdi>
              <b>{formatChange(gained)}</b>
            </li>
          )
        )
      })}
    </ol>
  )
}
