import type { RankedTeam } from '@muster/domain/scoring/team-ranks'
import type { TeamView } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { placeLabels, spanAxis } from '../../ui/marks/axis.ts'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'

/** Position on the scale, in percent. */
const moveTo = (at: number): Record<`--${string}`, number> => ({ '--at': at })

/** In percent of the scale: width of a crest and its label. */
const closest = 10

interface FieldProps {
  standings: readonly (RankedTeam & { readonly team: TeamView })[]
  totals_then: ReadonlyMap<number, number>
}

/** Teams on one scale of points, each with a trail to its position one hour ago. */
export function StandingsField({ standings, totals_then }: FieldProps) {
  const teams = standings.map((row) => ({ ...row, before: totals_then.get(row.team_id) ?? row.points }))
  const axis = spanAxis(teams.flatMap(({ points, before }) => [points, before]))
  if (axis.to === axis.from) return null
  const share = (points: number) => (100 * (points - axis.from)) / (axis.to - axis.from)
  const places = placeLabels(
    teams.map(({ points }) => share(points)),
    closest,
  )
  const label = teams.map(({ team, points }) => t('field.item', { team: team.name, points: formatCount(points) })).join(', ')
  return (
    <div className="field-axis" role="img" aria-label={t('field.label', { list: label })}>
      <div aria-hidden="true">
        <div className="field-line" />
        {axis.ticks.map((tick) => (
          <span key={tick} className="field-tick" style={{ left: `${share(tick)}%` }}>
            {formatCount(tick)}
          </span>
        ))}
        {teams.map(({ team, points, before }, index) => {
          const from = Math.min(share(before), share(points))
          const place = places[index] ?? { side: 'above', at: share(points) }
          return (
            <div key={team.id} className={`team field-team field-${place.side}`} style={teamStyle(team.look)}>
              <i className="field-trail" style={{ left: `${from}%`, width: `${Math.abs(share(points) - share(before))}%` }} />
              <i className="field-then" style={{ left: `${share(before)}%` }} />
              <i className="field-stem" style={moveTo(share(points))} />
              <span className={team.is_own ? 'field-flag field-own' : 'field-flag'} style={moveTo(place.at)}>
                <Crest look={team.look} size="large" />
                <span className="field-words">
                  <span>{team.abbreviation}</span>
                  <b>{formatCount(points)}</b>
                </span>
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
