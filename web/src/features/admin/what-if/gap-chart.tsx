import '../../../messages/admin-what-if.ts'
import type { WhatIf } from '@muster/contract/definition'
import { t } from '../../../lib/text/messages.ts'
import { formatChange } from '../../../lib/text/numbers.ts'
import type { TeamLook } from '../../../lib/teams/team-looks.ts'
import { teamStyle } from '../../../ui/marks/team-mark.tsx'

interface Side {
  readonly id: number
  readonly name: string
  readonly look: TeamLook
}

interface GapChartProps {
  history: WhatIf['history']
  team: Side
  rival: Side
  start_ms: number
}

const width = 428
const height = 150
const left = 44
const right = 340
const top = 14
const bottom = 122

/** One team's lead over another during the event: actual, and with the change. */
export function GapChart({ history, team, rival, start_ms }: GapChartProps) {
  const gaps = readGaps(history, team.id, rival.id)
  const [first, last] = [gaps[0], gaps.at(-1)]
  if (!first || !last || gaps.length < 2) return null
  const reach = Math.max(1, ...gaps.map(({ now, after }) => Math.max(Math.abs(now), Math.abs(after))))
  const x = (at: number) => left + ((at - first.at) / Math.max(1, last.at - first.at)) * (right - left)
  const y = (gap: number) => (top + bottom) / 2 - (gap / reach) * ((bottom - top) / 2)
  const draw = (pick: (gap: (typeof gaps)[number]) => number) =>
    gaps
      .map(
        (gap, index) =>
          `${index === 0 ? 'M' : `H${x(gap.at).toFixed(1)}V`}${index === 0 ? `${x(gap.at).toFixed(1)} ` : ''}${y(pick(gap)).toFixed(1)}`,
      )
      .join('')
  const hours = (at: number) => t('whatIf.hours', { hours: Math.max(0, Math.round((at - start_ms) / 3_600_000)) })
  const [nowY, thenY] = spread(y(last.now), y(last.after))
  return (
    <svg
      className="what-if-chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('whatIf.chart', {
        team: team.name,
        other: rival.name,
        now: formatChange(last.now),
        after: formatChange(last.after),
      })}
    >
      <path d={`M${left} ${top}H${right}M${left} ${bottom}H${right}`} className="what-if-grid" />
      <path d={`M${left} ${y(0)}H${right}`} className="what-if-even" />
      {[reach, 0, -reach].map((gap) => (
        <text key={gap} x={left - 6} y={y(gap) + 4} textAnchor="end">
          {gap === 0 ? t('whatIf.even') : formatChange(gap)}
        </text>
      ))}
      <path d={draw(({ now }) => now)} className="what-if-line-now" />
      <g className="team" style={teamStyle(team.look)}>
        <path d={draw(({ after }) => after)} className="what-if-line-then" />
      </g>
      <text x={right + 6} y={nowY + 4}>
        {t('whatIf.lineNow', { gap: formatChange(last.now) })}
      </text>
      <text x={right + 6} y={thenY + 4} className="what-if-label">
        {t('whatIf.lineAfter', { gap: formatChange(last.after) })}
      </text>
      <text x={left} y={height - 6}>
        {hours(first.at)}
      </text>
      <text x={right} y={height - 6} textAnchor="end">
        {hours(last.at)}
      </text>
    </svg>
  )
}

/** The differences of two teams at the moments of the history. */
export function readGaps(
  history: WhatIf['history'],
  team_id: number,
  rival_id: number,
): readonly { readonly at: number; readonly now: number; readonly after: number }[] {
  return history.map(({ timestamp, teams }) => {
    const own = teams.find((one) => one.team_id === team_id)
    const other = teams.find((one) => one.team_id === rival_id)
    return {
      at: Date.parse(timestamp),
      now: (own?.points_now ?? 0) - (other?.points_now ?? 0),
      after: (own?.points_then ?? 0) - (other?.points_then ?? 0),
    }
  })
}

/** Moves two overlapping labels apart. */
function spread(one: number, other: number): readonly [number, number] {
  const room = 14
  if (Math.abs(one - other) >= room) return [one, other]
  const middle = (one + other) / 2
  return one > other ? [middle + room / 2, middle - room / 2] : [middle - room / 2, middle + room / 2]
}
