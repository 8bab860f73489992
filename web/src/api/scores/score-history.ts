import type { ScoreHistory } from '@muster/contract/scores'

export type Steps = readonly (readonly [number, number])[]

/** The value of a step line at a moment (unix seconds): the last step at or before it, 0 before the first. */
export function readStep(steps: Steps, at: number): number {
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.[0] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return steps[low - 1]?.[1] ?? 0
}

/** Totals of all teams at a moment (unix seconds). */
export function readTotalsAt(history: ScoreHistory, at: number): Map<number, number> {
  return new Map(history.teams.map(({ team_id, steps }) => [team_id, readStep(steps, at)]))
}

/** Each team's difference from the average of all teams at evenly spaced moments, inclusive. Unix seconds. */
export function compareWithAverage(history: ScoreHistory, from: number, to: number, samples: number): Map<number, number[]> {
  const lines = new Map<number, number[]>(history.teams.map(({ team_id }) => [team_id, []]))
  for (let index = 0; index < samples; index++) {
    const totals = readTotalsAt(history, from + ((to - from) * index) / (samples - 1))
    const average = [...totals.values()].reduce((sum, total) => sum + total, 0) / Math.max(1, totals.size)
    for (const [team_id, total] of totals) lines.get(team_id)?.push(total - average)
  }
  return lines
}
