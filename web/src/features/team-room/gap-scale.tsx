import '../../messages/team-room.ts'
import type { TeamView } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'

/**
 * A team between its neighbours on a points scale, best first, so that the gaps are visible. Each team has a row of its own:
 * texts cannot overlap, however close the points are. Empty if all are level.
 */
export function GapScale({ teams }: { teams: readonly { readonly team: TeamView; readonly points: number }[] }) {
  const [most = 0, least = 0] = [teams[0]?.points, teams.at(-1)?.points]
  if (most === least) return null
  const list = teams.map(({ team, points }) => t('room.scaleItem', { team: team.name, points: formatCount(points) })).join(', ')
  return (
    <div className="gap-scale" role="img" aria-label={t('room.scale', { list })}>
      <ol aria-hidden="true">
        {teams.map(({ team, points }) => (
          <li key={team.id} className={team.is_own ? 'team gap-own' : 'team'} style={teamStyle(team.look)}>
            <Crest look={team.look} />
            <small className="clip">{team.abbreviation}</small>
            <span>
              <i style={{ left: `${(100 * (points - least)) / (most - least)}%` }} />
            </span>
            <b>{formatCount(points)}</b>
          </li>
        ))}
      </ol>
    </div>
  )
}
