import type { EventId, SubmissionId, UserId } from '@muster/contract/ids'
import type { SubmissionHistory } from '@muster/contract/submissions'
import type { Db, Tx } from '../../db/connect.ts'
import { personOf } from '../../db/person-of.ts'
import type { NewRow } from '../../db/schema.ts'

/** Records the history of submissions, in the transaction of the change. */
export async function appendHistory(tx: Tx, entries: readonly NewRow<'submission_history'>[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('submission_history')
    .values([...entries])
    .execute()
}

/** The players who have challenged a submission. */
export async function listChallengers(tx: Tx, submission_id: SubmissionId): Promise<(UserId | null)[]> {
  const rows = await tx
    .selectFrom('submission_history')
    .select('author_id')
    .where('submission_id', '=', submission_id)
    .where('kind', '=', 'challenged')
    .execute()
  return rows.map(({ author_id }) => author_id)
}

/** The latest decision about a submission; undefined: no judge has decided. */
export const findLastDecision = (tx: Tx, submission_id: SubmissionId) =>
  tx
    .selectFrom('submission_history')
    .select('from_status')
    .where('submission_id', '=', submission_id)
    .where('kind', '=', 'decided')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Number of challenges by a player in an event. */
export async function countChallenges(tx: Tx, event_id: EventId, user_id: UserId): Promise<number> {
  const { count } = await tx
    .selectFrom('submission_history')
    .innerJoin('submissions', 'submissions.id', 'submission_history.submission_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('submissions.event_id', '=', event_id)
    .where('author_id', '=', user_id)
    .where('kind', '=', 'challenged')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The history of a submission, oldest first.
 * @param shows_challengers for judges; players learn the reason of a challenge without its author
 */
export async function listHistory(db: Db, submission_id: SubmissionId, shows_challengers: boolean): Promise<SubmissionHistory[]> {
  const rows = await db
    .selectFrom('submission_history')
    .select(['id', 'kind', 'from_status', 'to_status', 'comment', 'timestamp'])
    .select(personOf('submission_history.author_id').as('author'))
    .where('submission_id', '=', submission_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    author: row.kind === 'challenged' && !shows_challengers ? null : row.author,
    timestamp: row.timestamp.toISOString(),
  }))
}
