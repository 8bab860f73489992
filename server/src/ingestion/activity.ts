import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { later } from '../db/prepared.ts'

/**
 * Notes that these people were seen to play: one row for each and for the minute, however often they are seen in it. Two jobs
 * note the same people at the same moment: in one order, or each could hold the row that the other waits for; for the same
 * reason a transaction calls this once.
 * @param seen when each of them was seen.
 */
export async function appendActivity(tx: Tx, event_id: EventId, seen: ReadonlyMap<UserId, Date>): Promise<void> {
  if (seen.size === 0) return
  await sql`
    insert into activity_samples (event_id, user_id, timestamp)
    select ${event_id}, user_id, date_trunc('minute', at)
    from unnest(${[...seen.keys()]}::int[], ${[...seen.values()]}::timestamptz[]) as seen (user_id, at)
    order by user_id
    on conflict do nothing ${later}`.execute(tx)
}
