import type { UserId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { settleFacts } from './counting.ts'
import { appendHistory } from './history.ts'
import { drawSecondLooks } from './second-look.ts'
import { insertSubmissions, type StoredSubmission } from './store.ts'

/** The state in which a player submits. The ledger is locked. */
export interface Submitting {
  readonly ctx: Pick<Context, 'config'>
  readonly tx: Tx
  readonly event: Row<'events'>
  readonly user_id: UserId
  readonly submitted_at: Date
}

type NewSubmission = Omit<NewRow<'submissions'>, 'event_id' | 'user_id' | 'submitted_at'>

/**
 * Stores new submissions of a player with their history, and appends facts of submissions that count at once.
 * @returns the stored submissions in their order, or null if one repeats an earlier submission of the player
 */
export async function addSubmissions(
  { ctx, tx, event, user_id, submitted_at }: Submitting,
  submissions: readonly NewSubmission[],
): Promise<StoredSubmission[] | null> {
  const shared = { event_id: event.id, user_id, submitted_at }
  const written = await insertSubmissions(
    tx,
    submissions.map((one) => ({ ...one, ...shared })),
  )
  if (!written) return null
  await drawSecondLooks(tx, ctx, event, written)
  await appendHistory(
    tx,
    written.map(({ id, approval_status }) => ({
      submission_id: id,
      kind: 'submitted' as const,
      to_status: approval_status,
      author_id: user_id,
      timestamp: submitted_at,
    })),
  )
  for (const one of written) await settleFacts(tx, one, { author_id: user_id, reason: `Submission ${one.id} reported` })
  return written
}
