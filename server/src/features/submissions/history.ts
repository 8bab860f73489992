import type { SubmissionId } from '@muster/contract/ids'
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

/** The history of a submission, oldest first. */
export async function listHistory(db: Db, submission_id: SubmissionId): Promise<SubmissionHistory[]> {
  const rows = await db
    .selectFrom('submission_history')
    .select(['id', 'kind', 'from_status', 'to_status', 'comment', 'timestamp'])
    .select(personOf('submission_history.author_id').as('author'))
    .where('submission_id', '=', submission_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }))
}
