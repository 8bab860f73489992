import type { ScoreHistory } from '@muster/contract/scores'

export interface Standing {
  readonly team_id: number
  /** Teams with equal points share a rank, the next follows directly: 1, 1, 2. */
  readonly rank: number
  readonly points: number
  /** Points behind the leader; 0 for who leads. */
  readonly to_leader: number
  /** Points behind the next better team; for who leads, minus the lead over the second. */
  readonly to_next: number
  /** The team that `to_next` is about; null for a team that is alone. */
  readonly next_id: number | null
}

/** Teams by points, best first; equal points by id, so that rows do not dance. */
export function rankTeams(totals: ReadonlyMap<number, number>, team_ids: readonly number[]): Standing[] {
  const sorted = team_ids
    .map((team_id) => ({ team_id, points: totals.get(team_id) ?? 0 }))
    .sort((a, b) => b.points - a.points || a.team_id - b.team_id)
  const leader = sorted[0]?.points ?? 0
  let rank = 0
  let before: number | null = null
  let better: { team_id: number; points: number } | null = null
  return sorted.map((team, index) => {
    if (team.points !== before) {
      rank++
      better = sorted[index - 1] ?? null
    }
    before = team.points
    const rival = better ?? sorted[index === 0 ? 1 : 0] ?? null
    return {
      ...team,
      rank,
      to_leader: leader - team.points,
      to_next: rival ? rival.points - team.points : 0,
      next_id: rival && rival.team_id !== team.team_id ? rival.team_id : null,
    }
  })
}

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

/** Each team's difference to the average of all teams at evenly spaced moments, both ends included. Unix seconds. */
export function compareWithAverage(history: ScoreHistory, from: number, to: number, samples: number): Map<number, number[]> {
  const lines = new Map<number, number[]>(history.teams.map(({ team_id }) => [team_id, []]))
  for (let index = 0; index < samples; index++) {
    const totals = readTotalsAt(history, from + ((to - from) * index) / (samples - 1))
    const average = [...totals.values()].reduce((sum, total) => sum + total, 0) / Math.max(1, totals.size)
    for (const [team_id, total] of totals) lines.get(team_id)?.push(total - average)
  }
  return lines
}

/** Before the first point everybody is first, which says nothing. */
export const hasBegun = (standings: readonly Pick<Standing, 'points'>[]): boolean => standings.some(({ points }) => points !== 0)
