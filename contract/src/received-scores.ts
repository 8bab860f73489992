import type { Score, ScoreDiff } from './scores.ts'

/** A viewer's copy of the scores: objective id -> team id -> score, and the number of the last change it contains. */
export interface ReceivedScores {
  readonly sequence: number
  readonly scores: ReadonlyMap<number, ReadonlyMap<number, Score>>
}

export const nothingReceived: ReceivedScores = { sequence: -1, scores: new Map() }

/**
 * Applies messages, in their order of arrival, to a viewer's copy. Entries that it already contains (by `sequence`) are ignored,
 * so a message may arrive twice or overlap a reload, also within one call. Every type except `Removed` sets the score. Returns
 * the same object if nothing changed; unchanged objectives keep their map.
 */
export function applyDiffs(received: ReceivedScores, diffs: readonly ScoreDiff[]): ReceivedScores {
  const changed = new Map<number, Map<number, Score>>()
  let sequence = received.sequence
  for (const diff of diffs) {
    // Diffs of one message may have the same number.
    if (diff.sequence <= received.sequence || diff.sequence < sequence) continue
    sequence = diff.sequence
    let scores = changed.get(diff.objective_id)
    if (scores === undefined) changed.set(diff.objective_id, (scores = new Map(received.scores.get(diff.objective_id))))
    if (diff.diff_type === 'Removed') scores.delete(diff.team_id)
    else scores.set(diff.team_id, diff.score)
  }
  if (changed.size === 0) return received
  const scores = new Map(received.scores)
  for (const [objective_id, teams] of changed) {
    if (teams.size > 0) scores.set(objective_id, teams)
    else scores.delete(objective_id)
  }
  return { sequence, scores }
}

/** The scores of an answer with a complete state, whose entries are not ordered by number. */
export const readState = (entries: readonly ScoreDiff[]): ReceivedScores['scores'] =>
  applyDiffs(
    nothingReceived,
    entries.map((entry) => ({ ...entry, sequence: 0 })),
  ).scores
