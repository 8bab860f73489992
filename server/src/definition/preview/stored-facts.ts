import type { EventId } from '@muster/contract/ids'
import type { Fact, Retraction } from '@muster/domain/scoring/ledger'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { entryColumns, readEntry } from '../../db/ledger.ts'

/** An entry of the ledger with the columns that decide whether a re-evaluation replaces it. */
export type StoredFact = (Fact | Retraction) & { readonly is_automatic: boolean; readonly stash_snapshot_id: number | null }

/** Facts and retractions after a sequence number, in order. */
export async function listStoredFacts(db: Db, event_id: EventId, after = 0): Promise<StoredFact[]> {
  const all: StoredFact[] = []
  const query = sql`
    select ${entryColumns}, is_automatic, stash_snapshot_id from facts
    where event_id = ${sql.lit(event_id)} and sequence > ${sql.lit(after)} order by sequence`
  await db.copy(query, (row) => {
    all.push({ ...readEntry(row), is_automatic: row.boolean(), stash_snapshot_id: row.int() })
  })
  return all
}
