import './personal.css'
import '../../messages/ladder-page.ts'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { useServerNow } from '../../api/live/clock.ts'
import { useScores, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { type ObjectiveNode, scoresOf } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatClock } from '../../lib/time/time.ts'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'

/** The personal branch: the capped sum, and the checkpoints beside it. */
export function usePersonalBranch(): { total: ObjectiveNode; cap: number; checkpoints: readonly ObjectiveNode[] } | null {
  const branch = useScoreTree().categories.find(({ item }) => item.view === 'personal')
  const total = branch?.children.find(({ item }) => (item.preset?.point_cap ?? 0) > 0)
  if (!branch || !total) return null
  return { total, cap: total.item.preset?.point_cap ?? 0, checkpoints: branch.children.filter((node) => node !== total) }
}

/** The sum of every team's players against the cap, with the checkpoints as marks. The viewer's own team is first. */
export function PersonalObjectives() {
  const branch = usePersonalBranch()
  const teams = useTeams()
  const rows = useScores((scores) => {
    if (!branch) return []
    const pointsOf = (node: ObjectiveNode, team_id: number) => scoresOf(scores, node.item.id).get(team_id)?.points ?? 0
    return teams.map((team) => ({
      team_id: team.id,
      current: Math.min(branch.cap, scoresOf(scores, branch.total.item.id).get(team.id)?.number ?? 0),
      extra: branch.checkpoints.map((node) => pointsOf(node, team.id)).filter((points) => points > 0),
    }))
  })
  if (!branch) return null
  const marks = branch.checkpoints.map(({ item }) => item.required_number).filter((at) => at > 0 && at < branch.cap)
  return (
    <ul className="personal">
      {teams.map((team, index) => {
        const { current = 0, extra = [] } = rows[index] ?? {}
        const total = extra.reduce((sum, points) => sum + points, current)
        const sum = extra.length > 0 ? ` = (${[current, ...extra].map(formatCount).join(' + ')})` : ''
        return (
          <li key={team.id} className={team.is_own ? 'team personal-own' : 'team'} style={teamStyle(team.look)}>
            <TeamMark team={team} ownLabel={team.is_own ? t('standings.you') : undefined} />
            <div className="personal-bar" aria-hidden="true">
              <i style={{ width: `${(100 * current) / branch.cap}%` }} />
              {marks.map((at) => (
                <b key={at} style={{ left: `${(100 * at) / branch.cap}%` }} />
              ))}
            </div>
            <span className="num personal-figures">
              <strong>{formatCount(total)}</strong>
              {sum} <span className="quieter">{t('personal.of', { cap: formatCount(branch.cap) })}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The checkpoint that closes next. */
export function PersonalNote() {
  const branch = usePersonalBranch()
  const now = useServerNow()
  if (!branch) return null
  const next = branch.checkpoints
    .map(({ item }, index) => ({ place: nameOrdinal(index + 1), at: item.valid_to }))
    .filter((checkpoint): checkpoint is { place: string; at: number } => checkpoint.at !== null && checkpoint.at > now)
    .sort((a, b) => a.at - b.at)[0]
  return next
    ? t('personal.closes', { place: next.place, time: formatClock(next.at - now) })
    : t('personal.cap', { cap: formatCount(branch.cap) })
}
