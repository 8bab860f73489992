import type { EventId } from '@muster/contract/ids'
import type { Db } from '../../db/connect.ts'
import { entryColumns } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'

const columns = [...entryColumns, 'is_automatic', 'stash_snapshot_id'] as const

/** An entry of the ledger with what decides whether it is replaced. */
export type StoredFact = Pick<Row<'facts'>, (typeof columns)[number]>

const batchSize = 20_000

/** Facts and retractions after a number, in order. */
export async function listStoredFacts(db: Db, event_id: EventId, after = 0): Promise<StoredFact[]> {
  const all: StoredFact[] = []
  for (;;) {
    const rows = await db
      .selectFrom('facts')
      .select(columns)
      .where('event_id', '=', event_id)
      .where('sequence', '>', all.at(-1)?.sequence ?? after)
      .orderBy('sequence')
      .limit(batchSize)
      .execute()
    all.push(...rows)
    if (rows.length < batchSize) return all
  }
}
