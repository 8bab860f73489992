import type { TeamId } from '@muster/contract/ids'
import type { ScoreHistory } from '@muster/contract/scores'
import { movesPoints, type RecordedChange } from '@muster/domain/scoring/recorded-change'

/** Totals over time: `at[i]` in unix seconds. */
interface Line {
  readonly at: number[]
  readonly total: number[]
}

/** A team's total as the team sees it, and as everyone else does. */
export interface TeamLine {
  readonly own: Line
  readonly open: Line
}

/** The difference that a change makes to the two totals. */
export interface Step {
  readonly team_id: number
  /** Unix seconds. */
  readonly at: number
  readonly own: number
  readonly open: number
}

export function toStep(change: RecordedChange & { readonly changed_at: Date }): Step {
  const at = Math.floor(change.changed_at.getTime() / 1000)
  return { team_id: change.team_id, at, own: movesPoints(change, change.team_id), open: movesPoints(change, null) }
}

/** Upper bound for the steps of a team's history; between its ends they are thinned evenly over time. */
export const maxSteps = 500

function extend({ at, total }: Line, time: number, step: number): void {
  if (step === 0) return
  const sum = (total.at(-1) ?? 0) + step
  // The resolution is a second.
  if (at.at(-1) === time) total[total.length - 1] = sum
  else {
    at.push(time)
    total.push(sum)
  }
}

export function addStep(lines: Map<TeamId, TeamLine>, { team_id, at, own, open }: Step): void {
  const id = team_id as TeamId
  const line: TeamLine = lines.get(id) ?? { own: { at: [], total: [] }, open: { at: [], total: [] } }
  lines.set(id, line)
  extend(line.own, at, own)
  extend(line.open, at, open)
}

/** Keeps the last step of each slice of time, so that every step is true and the newest is exact. */
function thin({ at, total }: Line, from: number, to: number): [number, number][] {
  const kept = new Map<number, [number, number]>()
  for (const [place, time] of at.entries()) {
    if (time > to) continue
    const slice = time <= from ? 0 : 1 + Math.floor(((time - from) * (maxSteps - 2)) / Math.max(to - from, 1))
    kept.set(slice, [Math.max(time, from), total[place] ?? 0])
  }
  return [...kept].sort(([a], [b]) => a - b).map(([, step]) => step)
}

/** The visible history of each team; it starts with its total at `from`. */
export function thinLines(
  lines: ReadonlyMap<TeamId, TeamLine>,
  team_ids: readonly TeamId[],
  audience: TeamId | null,
  { from, to }: { from: number; to: number },
): ScoreHistory['teams'] {
  return team_ids.map((team_id) => {
    const line = lines.get(team_id)?.[team_id === audience ? 'own' : 'open']
    const steps = line ? thin(line, from, to) : []
    return { team_id, steps: steps[0]?.[0] === from ? steps : [[from, 0], ...steps] }
  })
}
