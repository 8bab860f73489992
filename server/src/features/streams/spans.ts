import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { LiveStream, StreamVideo } from '../../gateways/twitch/gateway.ts'

/**
 * Event time: a span is kept this long after its stream. Twitch deletes the video of a stream after 7, 14 or 60 days, by the kind
 * of channel (help.twitch.tv, "Video on Demand", section on storage), so an older link leads nowhere.
 */
const kept_ms = 90 * 24 * 3_600_000
/** Event time: a stream that ended longer ago no longer gets a video; its streamer does not record. */
const videoWait_ms = 24 * 3_600_000
/** Event time: a streamer's videos are asked for again after this time. */
const askAgain_ms = 30 * 60_000
/**
 * A call for each streamer: a small part of the 800 points that Twitch gives an application a minute (twurple/twurple, issue
 * 281).
 */
const maxAsked = 10

/** Records that these streams were live at a check. */
export async function recordSpans(tx: Tx, live: readonly LiveStream[], now: Date): Promise<void> {
  const column = (pick: (stream: LiveStream) => string) => live.map(pick)
  await sql`
    insert into stream_spans (twitch_id, stream_id, started_at, seen_until)
    select twitch_id, stream_id, started_at, greatest(started_at, ${now})
    from unnest(${column((one) => one.user_id)}::text[], ${column((one) => one.id)}::text[],
      ${column((one) => one.started_at)}::timestamptz[]) as live (twitch_id, stream_id, started_at)
    on conflict (twitch_id, started_at) do update
      set seen_until = greatest(stream_spans.seen_until, excluded.seen_until)`.execute(tx)
}

/** Deletes old spans, and spans of accounts that are no longer connected. */
export async function removeOldSpans(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('stream_spans')
    .where((either) =>
      either.or([
        either('seen_until', '<', new Date(now.getTime() - kept_ms)),
        either.not(
          either.exists(
            either
              .selectFrom('accounts')
              .select('account_id')
              .where('provider', '=', 'twitch')
              .whereRef('account_id', '=', 'stream_spans.twitch_id'),
          ),
        ),
      ]),
    )
    .execute()
}

/** Twitch ids of streamers whose videos are to be asked for now, the longest waiting first. */
export async function listStreamersWithoutVideo(db: Db, now: Date): Promise<string[]> {
  const before = (age_ms: number) => new Date(now.getTime() - age_ms)
  const rows = await db
    .selectFrom('stream_spans')
    .select('twitch_id')
    .where('video_id', 'is', null)
    .where('seen_until', '>', before(videoWait_ms))
    .where((either) => either.or([either('video_asked_at', 'is', null), either('video_asked_at', '<', before(askAgain_ms))]))
    .groupBy('twitch_id')
    .orderBy(sql`min(video_asked_at) nulls first`)
    .orderBy('twitch_id')
    .limit(maxAsked)
    .execute()
  return rows.map(({ twitch_id }) => twitch_id)
}

/** Stores the videos of a streamer's streams. A video of a stream that Muster did not see is ignored. */
export async function recordVideos(tx: Tx, twitch_id: string, videos: readonly StreamVideo[], now: Date): Promise<void> {
  await tx
    .updateTable('stream_spans')
    .set({ video_asked_at: now })
    .where('twitch_id', '=', twitch_id)
    .where('video_id', 'is', null)
    .execute()
  const column = (pick: (video: StreamVideo) => string) => videos.map(pick)
  await sql`
    update stream_spans set video_id = video.id, video_started_at = video.created_at
    from unnest(${column((one) => one.id)}::text[], ${column((one) => one.stream_id)}::text[],
      ${column((one) => one.created_at)}::timestamptz[]) as video (id, stream_id, created_at)
    where stream_spans.twitch_id = ${twitch_id} and stream_spans.stream_id = video.stream_id`.execute(tx)
}
