import type { EventId, TeamId } from '@muster/contract/ids'
import type { StatedAccount } from '@muster/contract/users'
import { playing_ms, sessionBreak_ms } from '@muster/domain/events/activity'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

/** A member of a team, with the state of their play at a moment. */
export interface MemberAtPlay extends Pick<Row<'team_users'>, 'user_id' | 'is_team_lead'>, Pick<Row<'users'>, 'display_name'> {
  readonly character: Pick<Row<'characters'>, 'id' | 'name' | 'level' | 'ascendancy' | 'delve_depth'> | null
  readonly last_seen_at: Row<'activity_samples'>['timestamp'] | null
  /** Start of the current session, and the character at that time. */
  readonly since: Row<'activity_samples'>['timestamp'] | null
  readonly level_then: Row<'character_readings'>['level'] | null
  readonly depth_then: Row<'character_readings'>['delve_depth'] | null
  readonly character_read_at: Row<'fetch_windows'>['to_at'] | null
  /** The stream that they share with their team. */
  readonly stream: Row<'twitch_streams'>['user_login'] | null
  readonly chat_name: Row<'accounts'>['name'] | null
  readonly hides_play: boolean
  readonly stated_account: StatedAccount | null
}

/**
 * The members of a team by name; one query. A session is followed back from its newest sample to the first break, so the cost
 * follows current sessions and not the length of the event.
 */
export async function listMembersAtPlay(db: Db, event_id: EventId, team_id: TeamId, now: number): Promise<MemberAtPlay[]> {
  const [at, longestBreak] = [new Date(now), sql`make_interval(secs => ${sessionBreak_ms / 1000})`]
  const { rows } = await sql<MemberAtPlay>`
    select member.user_id, member.is_team_lead, users.display_name,
      case when tracked.id is not null then json_build_object('id', tracked.id, 'name', tracked.name, 'level', tracked.level,
        'ascendancy', tracked.ascendancy, 'delve_depth', tracked.delve_depth) end as character,
      newest.timestamp as last_seen_at, session.since, reading.level as level_then, reading.delve_depth as depth_then,
      heard.to_at as character_read_at,
      (select stream.user_login from accounts join twitch_streams stream on stream.twitch_id = accounts.account_id
        where accounts.user_id = member.user_id and accounts.provider = 'twitch' and users.stream_shown_to <> 'nobody') as stream,
      (select name from accounts
        where accounts.user_id = member.user_id and accounts.provider = 'discord' and users.chat_name_shown_to <> 'nobody') as chat_name,
      users.play_shown_to = 'nobody' as hides_play,
      (select json_build_object('name', stated.name, 'is_confirmed', stated.confirmed_at is not null)
        from stated_accounts stated where stated.user_id = member.user_id) as stated_account
    from team_users member
    join users on users.id = member.user_id
    left join lateral (
      select id, name, level, ascendancy, delve_depth from characters
      where event_id = member.event_id and user_id = member.user_id and is_tracked limit 1
    ) tracked on true
    left join lateral (
      select timestamp from activity_samples sample
      where sample.event_id = member.event_id and sample.user_id = member.user_id and sample.timestamp <= ${at}
        and users.play_shown_to <> 'nobody'
      order by timestamp desc limit 1
    ) newest on true
    left join lateral (
      select sample.timestamp as since from activity_samples sample
      where newest.timestamp > ${new Date(now - playing_ms)}
        and sample.event_id = member.event_id and sample.user_id = member.user_id and sample.timestamp <= newest.timestamp
        and not exists (
          select from activity_samples before
          where before.event_id = sample.event_id and before.user_id = sample.user_id
            and before.timestamp < sample.timestamp and before.timestamp >= sample.timestamp - ${longestBreak})
      order by sample.timestamp desc limit 1
    ) session on true
    left join lateral (
      select level, delve_depth from character_readings
      where event_id = member.event_id and character_id = tracked.id and timestamp <= session.since order by id desc limit 1
    ) reading on true
    left join lateral (
      select to_at from fetch_windows
      where event_id = member.event_id and source = 'character' and subject = member.user_id::text and reason is null
      order by id desc limit 1
    ) heard on true
    where member.event_id = ${event_id} and member.team_id = ${team_id} and users.deleted_at is null
    order by users.display_name, member.user_id`.execute(db)
  return rows
}

/** When the stream of public stash tabs was last read for an event; null: never. */
export async function findPublicTabsRead(db: Db, event_id: EventId): Promise<Date | null> {
  const row = await db
    .selectFrom('fetch_windows')
    .select('to_at')
    .where('event_id', '=', event_id)
    .where('source', '=', 'public_tabs')
    .where('reason', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.to_at ?? null
}
