import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Store } from './rules/plan-rematches.ts'

/** Possible work for an event, read with one query outside a transaction, because usually there is none. */
export interface PendingWork {
  /** Number of the newest recorded definition; 0 if none. */
  readonly definition_sequence: number
  readonly has_rematches: boolean
  readonly has_snapshots: boolean
  /** Only guilds have logs; an event that has and had no guild has none to read. */
  readonly has_guilds: boolean
}

export async function findPendingWork(db: Db, event_id: EventId, store: Store): Promise<PendingWork> {
  const { rows } = await sql<PendingWork>`
    select
      coalesce((select max(sequence) from definition_changes where event_id = ${event_id}), 0) as definition_sequence,
      exists (select from rematches where event_id = ${event_id} and reads = ${store}) as has_rematches,
      -- The newest of all, not any newer one: to find out that there is none, a database may read them all.
      coalesce((select max(id) from stash_snapshots where event_id = ${event_id}), 0) > coalesce(
        (select snapshot_id from evaluation_cursors where event_id = ${event_id}), 0) as has_snapshots,
      exists (select from guild_log_cursors where event_id = ${event_id})
        or exists (select from guilds where event_id = ${event_id}) as has_guilds`.execute(db)
  return rows[0] ?? { definition_sequence: 0, has_rematches: false, has_snapshots: false, has_guilds: false }
}
