import type { EventId, UserId } from '@muster/contract/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

/**
 * Played time in milliseconds. A session is a run of samples without a gap longer than the threshold; its length is the sum of
 * its gaps. A user with one sample has 0, a user without samples is left out.
 */
async function measureSamples(db: Db, threshold_seconds: number, which: RawBuilder<unknown>) {
  const { rows } = await sql<{ event_id: EventId; user_id: UserId; active_ms: number }>`
    with gaps as (
      select event_id, user_id, timestamp - lag(timestamp) over (partition by event_id, user_id order by timestamp) as gap
      from activity_samples
      where ${which}
    )
    select event_id, user_id,
      (coalesce(sum(extract(epoch from gap)) filter (where gap <= make_interval(secs => ${threshold_seconds})), 0) * 1000)::bigint as active_ms
    from gaps
    group by event_id, user_id
    order by user_id`.execute(db)
  return rows
}

/** Played time in an event, by user. */
export async function measureActivity(
  db: Db,
  event_id: EventId,
  threshold_seconds: number,
  user_id?: UserId,
): Promise<Map<UserId, number>> {
  const one = user_id === undefined ? sql`` : sql`and user_id = ${user_id}`
  const rows = await measureSamples(db, threshold_seconds, sql`event_id = ${event_id} ${one}`)
  return new Map(rows.map((row) => [row.user_id, row.active_ms]))
}

/** Played time of one user in these events, by event. */
export async function measureActivityAcross(
  db: Db,
  event_ids: readonly EventId[],
  threshold_seconds: number,
  user_id: UserId,
): Promise<Map<EventId, number>> {
  if (event_ids.length === 0) return new Map()
  const rows = await measureSamples(db, threshold_seconds, sql`event_id = any(${event_ids}) and user_id = ${user_id}`)
  return new Map(rows.map((row) => [row.event_id, row.active_ms]))
}

/** A member of a team, with their tracked character and the time they were last seen. */
export interface MemberSeen extends Pick<Row<'team_users'>, 'user_id' | 'team_id'>, Pick<Row<'users'>, 'display_name'> {
  readonly character_name: Row<'characters'>['name'] | null
  readonly level: Row<'characters'>['level'] | null
  readonly last_seen_at: Row<'activity_samples'>['timestamp'] | null
}

/** All members of the teams of an event, including members never seen. */
export async function listMembersSeen(db: Db, event_id: EventId): Promise<MemberSeen[]> {
  const { rows } = await sql<MemberSeen>`
    select member.user_id, member.team_id, users.display_name, tracked.name as character_name, tracked.level,
      (select max(timestamp) from activity_samples sample
        where sample.event_id = member.event_id and sample.user_id = member.user_id) as last_seen_at
    from team_users member
    join users on users.id = member.user_id
    left join lateral (
      select name, level from characters
      where event_id = member.event_id and user_id = member.user_id and is_tracked limit 1
    ) tracked on true
    where member.event_id = ${event_id}
    order by users.display_name, member.user_id`.execute(db)
  return rows
}

interface TeamPoints {
  readonly team_id: Row<'teams'>['id']
  readonly points: number
}

/** The teams of an event with their points over all objectives. */
export async function listTeamPoints(db: Db, event_id: EventId): Promise<TeamPoints[]> {
  const { rows } = await sql<TeamPoints>`
    select teams.id as team_id, coalesce(sum(scores.points), 0)::bigint as points
    from teams left join scores on scores.event_id = teams.event_id and scores.team_id = teams.id
    where teams.event_id = ${event_id} group by teams.id order by teams.id`.execute(db)
  return rows
}

/** Whether the user exists. */
export async function hasUser(db: Db, user_id: UserId): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()) !== undefined
}
