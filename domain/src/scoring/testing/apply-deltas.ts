import type { Scoreboard, ScoreDelta, TeamScore } from '../score.ts'

/** The board after the deltas; unchanged inner maps are shared with the old board. */
export function applyDeltas(board: Scoreboard, deltas: readonly ScoreDelta[]): Scoreboard {
  const next = new Map(board)
  const fresh = new Map<number, Map<number, TeamScore>>()
  for (const { objective_id, team_id, after } of deltas) {
    let scores = fresh.get(objective_id)
    if (scores === undefined) fresh.set(objective_id, (scores = new Map(board.get(objective_id))))
    if (after) scores.set(team_id, after)
    else scores.delete(team_id)
    if (scores.size > 0) next.set(objective_id, scores)
    else next.delete(objective_id)
  }
  return next
}
