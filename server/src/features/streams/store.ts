import type { EventId } from '@muster/contract/ids'
import type { TwitchStream } from '@muster/contract/streams'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import type { LiveStream } from '../../gateways/twitch/gateway.ts'

/** Event time: streams of a finished event are followed this long, for players who keep streaming. */
const afterwards_ms = 24 * 3_600_000

/** Whether Twitch is asked about the participants of this event: the current one, and all that are not over. */
export const isFollowed = (event: Pick<Row<'events'>, 'is_current' | 'event_end_time'>, now: number): boolean =>
  event.is_current || event.event_end_time.getTime() + afterwards_ms > now

/** Twitch ids of all team members of followed events who have connected Twitch and share their stream. */
export async function listFollowedStreamers(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select('account_id')
    .where('provider', '=', 'twitch')
    .where('stream_shown_to', '!=', 'nobody')
    .where((where) =>
      where.exists(
        where
          .selectFrom('team_users')
          .innerJoin('events', 'events.id', 'team_users.event_id')
          .whereRef('team_users.user_id', '=', 'accounts.user_id')
          .where((either) =>
            either.or([
              either('events.is_current', '=', true),
              either('events.event_end_time', '>', new Date(now.getTime() - afterwards_ms)),
            ]),
          ),
      ),
    )
    .orderBy('account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Replaces the whole list of live streams. */
export async function replaceStreams(tx: Tx, live: readonly LiveStream[]): Promise<void> {
  await tx.deleteFrom('twitch_streams').execute()
  if (live.length === 0) return
  await tx
    .insertInto('twitch_streams')
    .values(
      // Column by column: Twitch may add fields, and the gateway passes them on.
      live.map((stream) => ({
        twitch_id: stream.user_id,
        stream_id: stream.id,
        user_login: stream.user_login,
        user_name: stream.user_name,
        game_id: stream.game_id,
        game_name: stream.game_name,
        title: stream.title,
        viewer_count: stream.viewer_count,
        started_at: new Date(stream.started_at),
        language: stream.language,
        thumbnail_url: stream.thumbnail_url,
        tags: [...stream.tags],
        is_mature: stream.is_mature,
      })),
    )
    .execute()
}

/** Logins and names change; a live stream has the current ones. */
export async function updateStreamerNames(tx: Tx, live: readonly LiveStream[]): Promise<void> {
  const column = (pick: (stream: LiveStream) => string) => live.map(pick)
  await sql`
    update accounts set name = found.name, handle = found.handle
    from unnest(${column((one) => one.user_id)}::text[], ${column((one) => one.user_name || one.user_login)}::text[],
      ${column((one) => one.user_login)}::text[]) as found (account_id, name, handle)
    where accounts.provider = 'twitch' and accounts.account_id = found.account_id
      and (accounts.name, accounts.handle) is distinct from (found.name, found.handle)`.execute(tx)
}

/** The time of the last answer from Twitch; null before the first. */
export async function findLastCheck(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('scheduled_tasks')
    .select('last_success_at')
    .where('name', '=', 'FollowStreams')
    .executeTakeFirst()
  return row?.last_success_at ?? null
}

/** Live streams that the event's participants share with everyone, most viewers first. */
export async function listStreams(db: Db, event_id: EventId): Promise<TwitchStream[]> {
  const rows = await db
    .selectFrom('twitch_streams as stream')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.account_id', '=', 'stream.twitch_id').on('accounts.provider', '=', 'twitch'),
    )
    .innerJoin('team_users', 'team_users.user_id', 'accounts.user_id')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .selectAll('stream')
    .select('accounts.user_id as backend_user_id')
    .where('team_users.event_id', '=', event_id)
    .where('stream_shown_to', '=', 'everyone')
    .orderBy('viewer_count', 'desc')
    .orderBy('twitch_id')
    .execute()
  return rows.map(({ twitch_id, stream_id, started_at, ...stream }) => ({
    ...stream,
    id: stream_id,
    user_id: twitch_id,
    type: 'live',
    started_at: started_at.toISOString(),
    tag_ids: [],
  }))
}
