import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import type { ConfirmedScores } from '@muster/contract/receipts'
import type { Score, ScoreDiff } from '@muster/contract/scores'
import { toWireScore } from '@muster/domain/scoring/diff'
import type { Scoreboard } from '@muster/domain/scoring/score'

/** Ranks and points also depend on rivals, so only the team's own result is compared. */
const isSameResult = (a: Score, b: Score | undefined) =>
  a.finished === b?.finished && a.number === b.number && a.timestamp === b.timestamp

/**
 * The results that count on reports without a judge: they are different in the confirmed scores.
 * @param latest the scores that the viewer sees
 */
export function listUnconfirmed(latest: readonly ScoreDiff[], confirmed: Scoreboard): ConfirmedScores['unconfirmed'] {
  const teams = new Map<ObjectiveId, TeamId[]>()
  for (const { objective_id, team_id, score } of latest) {
    const other = confirmed.get(objective_id)?.get(team_id)
    if (isSameResult(score, other && toWireScore(other))) continue
    teams.set(objective_id, [...(teams.get(objective_id) ?? []), team_id])
  }
  return [...teams].map(([objective_id, team_ids]) => ({ objective_id, team_ids }))
}
