import type { EventId, UserId } from '@muster/contract/ids'
import type { Tx } from '../../db/connect.ts'
import { appendRulings, listUnretractedFacts, retractFacts } from '../../db/ledger.ts'
import type { StoredSubmission } from './store.ts'

const sourceOf = (submission: StoredSubmission) => `submission:${submission.id}`

const listUnretracted = (tx: Tx, event_id: EventId, submissions: readonly StoredSubmission[]) =>
  listUnretractedFacts(
    tx,
    event_id,
    submissions.map((submission) => submission.objective_id),
    submissions.map(sourceOf),
  )

/**
 * Makes approved submissions count: one fact each, with the judge and the comment. A submission that counts already is skipped,
 * so that a second approval changes nothing (D-33).
 */
export async function countSubmissions(
  tx: Tx,
  event_id: EventId,
  submissions: readonly StoredSubmission[],
  judge_id: UserId,
): Promise<void> {
  const unretracted = new Set((await listUnretracted(tx, event_id, submissions)).map((fact) => fact.source))
  await appendRulings(
    tx,
    event_id,
    submissions.flatMap((submission) => {
      const source = sourceOf(submission)
      if (unretracted.has(source)) return []
      const { id, objective_id, team_id, user_id, number, timestamp, review_comment } = submission
      const reason = review_comment ? `Submission ${id} approved: ${review_comment}` : `Submission ${id} approved`
      return [{ objective_id, team_id, user_id, source, number, timestamp, author_id: judge_id, reason }]
    }),
  )
}

/** Retracts exactly the facts of this submission; does nothing without any. */
export async function retractSubmission(tx: Tx, submission: StoredSubmission, author_id: UserId, reason: string): Promise<void> {
  const sequences = (await listUnretracted(tx, submission.event_id, [submission])).map((fact) => fact.sequence)
  retractFacts(tx, submission.event_id, sequences, { author_id, reason })
}
