import type { UserId } from '@muster/contract/ids'
import { retractFacts } from '../db/ledger.ts'
import type { Tx } from '../db/connect.ts'

/** Retracts one fact. */
export async function retractFact(tx: Tx, sequence: number, author_id: UserId | null, reason: string): Promise<void> {
  const { event_id } = await tx
    .selectFrom('facts')
    .select('event_id')
    .where('sequence', '=', sequence)
    .where('kind', '=', 'fact')
    .executeTakeFirstOrThrow()
  retractFacts(tx, event_id, [sequence], { author_id, reason })
}
