import { createHmac } from 'node:crypto'
import type { SubmissionId } from '@muster/contract/ids'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import type { StoredSubmission } from './store.ts'

const range = 2 ** 32

/**
 * Whether an approved report is drawn for a second look. The draw is the same each time, and only this server can compute it.
 * @param percent share of the drawn reports; null: none
 */
export function isDrawn(
  { token_secret }: Pick<Config, 'token_secret'>,
  submission_id: SubmissionId,
  percent: number | null,
): boolean {
  if (percent === null) return false
  const digest = createHmac('sha256', token_secret.reveal()).update(`second look ${submission_id}`).digest()
  return (digest.readUInt32BE() / range) * 100 < percent
}

/** Draws reports for a second look among the new ones that the event's rule confirms. */
export async function drawSecondLooks(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  event: Row<'events'>,
  submissions: readonly StoredSubmission[],
): Promise<void> {
  for (const { id, approval_status, submitted_at } of submissions) {
    if (approval_status !== 'APPROVED' || !isDrawn(config, id, event.second_look_percent)) continue
    await tx.updateTable('submissions').set({ recheck: 'second_look', recheck_at: submitted_at }).where('id', '=', id).execute()
  }
}
