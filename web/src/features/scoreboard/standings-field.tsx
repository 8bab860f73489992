import '../../messages/home.ts'
import type { RankedTeam } from '@muster/domain/scoring/team-ranks'
import type { TeamView } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { placeLabels, spanAxis } from '../../ui/marks/axis.ts'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'
import { useWidest } from '../../ui/marks/use-widest.ts'

/** Position on the scale, in percent. */
const moveTo = (at: number): Record<`--${string}`, number> => ({ '--at': at })

/** Width of a crest and its label, in percent of the scale, until it is measured. */
const usualWidth = 10

interface FieldProps {
  standings: readonly (RankedTeam & { readonly team: TeamView })[]
  totals_then: ReadonlyMap<number, number>
}

/** Teams on one scale of points, each with a trail to its position one hour ago. */
export function StandingsField({ standings, totals_then }: FieldProps) {
  const teams = standings.map((row) => ({ ...row, before: totals_then.get(row.team_id) ?? row.points }))
  const axis = spanAxis(teams.flatMap(({ points, before }) => [points, before]))
  const [measureFlags, flagWidth] = useWidest('field-flag', teams.length)
  const [measureTicks, tickWidth] = useWidest('field-tick', axis.ticks.join(' '))
  if (axis.to === axis.from) return null
  const share = (points: number) => (100 * (points - axis.from)) / (axis.to - axis.from)
  const closest = flagWidth || usualWidth
  // Without room for all labels, the viewer's team and the best ones keep theirs; every team has its stem.
  const byImportance = teams.toSorted((a, b) => Number(b.team.is_own) - Number(a.team.is_own))
  const places = placeLabels(
    byImportance.map(({ points }) => share(points)),
    closest,
    Math.max(0, 100 - closest / 2),
  )
  const ticksPerLabel = Math.ceil(tickWidth / (share(axis.ticks[1] ?? 0) - share(axis.ticks[0] ?? 0))) || 1
  const label = teams.map(({ team, points }) => t('field.item', { team: team.name, points: formatCount(points) })).join(', ')
  return (
    <div className="field-axis" role="img" aria-label={t('field.label', { list: label })}>
      <div aria-hidden="true" ref={measureFlags}>
        <div className="field-line" />
        <div className="field-ticks" ref={measureTicks}>
          {axis.ticks.map((tick, index) => (
            <span
              key={tick}
              className={index % ticksPerLabel === 0 ? 'field-tick' : 'field-tick field-bare'}
              style={{ left: `${share(tick)}%` }}
            >
              {formatCount(tick)}
            </span>
          ))}
        </div>
        {byImportance.map(({ team, points, before }, index) => {
          const from = Math.min(share(before), share(points))
          const place = places[index]
          const name = `field-flag ${team.is_own ? 'field-own' : ''} ${place ? '' : 'field-bare'}`
          return (
            <div key={team.id} className={`team field-team field-${place?.side ?? 'above'}`} style={teamStyle(team.look)}>
              <i className="field-trail" style={{ left: `${from}%`, width: `${Math.abs(share(points) - share(before))}%` }} />
              <i className="field-then" style={{ left: `${share(before)}%` }} />
              <i className="field-stem" style={moveTo(share(points))} />
              <span className={name} style={moveTo(place?.at ?? share(points))}>
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
