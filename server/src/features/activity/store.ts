import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/**
 * How long people played, in milliseconds, by user. A session is a run of samples without a gap longer than the threshold;
 * what it lasted is the sum of its gaps. Whoever was seen once has 0, whoever never was is absent.
 */
export async function measureActivity(
  db: Db,
  event_id: EventId,
  threshold_seconds: number,
  user_id?: UserId,
): Promise<Map<UserId, number>> {
  const one = user_id === undefined ? sql`` : sql`and user_id = ${user_id}`
  const { rows } = await sql<{ user_id: UserId; active_ms: number }>`
    with gaps as (
      select user_id, timestamp - lag(timestamp) over (partition by user_id order by timestamp) as gap
      from activity_samples
      where event_id = ${event_id} ${one}
    )
    select user_id,
      (coalesce(sum(extract(epoch from gap)) filter (where gap <= make_interval(secs => ${threshold_seconds})), 0) * 1000)::bigint as active_ms
    from gaps
    group by user_id
    order by user_id`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row.active_ms]))
}

/** Whether there is such a user. */
export async function hasUser(db: Db, user_id: UserId): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()) !== undefined
}
