import type { TeamId } from '@muster/contract/ids'
import type { ScoreHistory } from '@muster/contract/scores'
import { type RecordedChange, showChange } from '@muster/domain/scoring/recorded-change'
import type { Audience } from '@muster/domain/scoring/visibility'

/** Totals over time: `at[i]` in unix seconds. */
interface Line {
  readonly at: number[]
  readonly total: number[]
}

/** A team's total as itself sees it, and as everybody else does. */
export interface TeamLine {
  readonly own: Line
  readonly open: Line
}

/** By how much a change moves the two. */
export interface Step {
  readonly team_id: number
  /** Unix seconds. */
  readonly at: number
  readonly own: number
  readonly open: number
}

/** By how much an audience sees points change. */
export function movesPoints(change: RecordedChange, audience: Audience): number {
  const shown = showChange(change, audience)
  if (!shown) return 0
  return (shown.diff.diff_type === 'Removed' ? 0 : shown.diff.score.points) - shown.points_before
}

export function toStep(change: RecordedChange & { readonly changed_at: Date }): Step {
  const at = Math.floor(change.changed_at.getTime() / 1000)
  return { team_id: change.team_id, at, own: movesPoints(change, change.team_id), open: movesPoints(change, null) }
}

/** Steps a team's history has at most; between its ends they are thinned evenly over time. */
export const mostSteps = 500

function extend({ at, total }: Line, time: number, step: number): void {
  if (step === 0) return
  const sum = (total.at(-1) ?? 0) + step
  // Nobody asks for less than a second.
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

/** Of the steps in one slice of time the last is kept, so that every step that is sent is true and the newest is exact. */
function thin({ at, total }: Line, from: number, to: number): [number, number][] {
  const kept = new Map<number, [number, number]>()
  for (const [place, time] of at.entries()) {
    if (time > to) continue
    const slice = time <= from ? 0 : 1 + Math.floor(((time - from) * (mostSteps - 2)) / Math.max(to - from, 1))
    kept.set(slice, [Math.max(time, from), total[place] ?? 0])
  }
  return [...kept].sort(([a], [b]) => a - b).map(([, step]) => step)
}

/** Of each team what an audience may see; it starts with its total at `from`. */
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
