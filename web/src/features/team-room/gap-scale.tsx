import '../../messages/team-room.ts'
import type { TeamView } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { placeLabels } from '../../ui/marks/axis.ts'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'

/** In percent of the scale: a figure and some space. */
const closest = 15

/** A team between its neighbours on a points scale, so that the gaps are visible. Empty if all are level. */
export function GapScale({ teams }: { teams: readonly { readonly team: TeamView; readonly points: number }[] }) {
  const [from = 0, to = 0] = [teams[0]?.points, teams.at(-1)?.points]
  if (to === from) return null
  const share = (points: number) => (100 * (points - from)) / (to - from)
  const places = placeLabels(
    teams.map(({ points }) => share(points)),
    closest,
  )
  const list = teams.map(({ team, points }) => t('room.scaleItem', { team: team.name, points: formatCount(points) })).join(', ')
  return (
    <div className="gap-scale" role="img" aria-label={t('room.scale', { list })}>
      <ol aria-hidden="true">
        {teams.map(({ team, points }, index) => {
          const { side, at } = places[index] ?? { side: 'above', at: share(points) }
          const name = `team gap-${side} ${team.is_own ? 'gap-own' : ''}`
          return (
            <li key={team.id} className={name} style={teamStyle(team.look)}>
              <i style={{ left: `${share(points)}%` }} />
              <span style={{ left: `${at}%` }}>
                <b>{formatCount(points)}</b>
                <Crest look={team.look} />
                <small>{team.abbreviation}</small>
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
