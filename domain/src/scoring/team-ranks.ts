import { rankDensely } from './methods/method.ts'

/** A team's rank among some teams, with its distance to the others. */
export interface RankedTeam {
  readonly team_id: number
  /** Teams with equal points share a rank, the next follows directly: 1, 1, 2, 3. */
  readonly rank: number
  readonly points: number
  /** Points behind the leader; 0 for the leader. */
  readonly to_leader: number
  /** Points behind the next better team; for the leader, minus the lead over the second. */
  readonly to_next: number
  /** The team that `to_next` refers to; null for a single team. */
  readonly next_id: number | null
}

/** Teams by points, best first; equal points by id, so that the order is always the same. Teams without a total have 0. */
export function rankTeams(totals: ReadonlyMap<number, number>, team_ids: readonly number[]): RankedTeam[] {
  const sorted = team_ids
    .map((team_id) => ({ team_id, points: totals.get(team_id) ?? 0 }))
    .sort((a, b) => b.points - a.points || a.team_id - b.team_id)
  const ranks = rankDensely(
    sorted,
    () => true,
    (a, b) => b.points - a.points,
  )
  const leader = sorted[0]?.points ?? 0
  return sorted.map((team, index) => {
    const rank = ranks[index] ?? 0
    const better = sorted[ranks.indexOf(rank) - 1]
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

/** Before the first point all teams share the first rank, which means nothing. */
export const hasBegun = (ranked: readonly Pick<RankedTeam, 'points'>[]): boolean => ranked.some(({ points }) => points !== 0)
