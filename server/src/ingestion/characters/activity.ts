import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'

/**
 * Records that these players were active: at most one row per player and minute. Call it once per transaction: it takes the rows
 * in one order, so that two jobs that record the same players cannot deadlock.
 * @param seen when each player was active.
 */
export function appendActivity(tx: Tx, event_id: EventId, seen: ReadonlyMap<UserId, Date>): void {
  if (seen.size === 0) return
  tx.defer(sql`
    insert into activity_samples (event_id, user_id, timestamp)
    select ${event_id}, user_id, date_trunc('minute', at)
    from unnest(${[...seen.keys()]}::int[], ${[...seen.values()]}::timestamptz[]) as seen (user_id, at)
    order by user_id
    on conflict do nothing`)
}
