import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'

/**
 * Notes that these people were seen to play: one row for each and for the minute, however often they are seen in it. Two jobs
 * note the same people at the same moment: in one order, or each could hold the row that the other waits for; for the same
 * reason a transaction calls this once.
 * @param seen when each of them was seen.
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
