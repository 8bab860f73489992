import { listStreamersWithoutVideo, recordSpans, recordVideos, removeOldSpans } from '../features/streams/spans.ts'
import { listFollowedStreamers, replaceStreams, updateStreamerNames } from '../features/streams/store.ts'
import type { OutsideFailure } from '../gateways/outside.ts'
import { scheduledTask } from './scheduled-tasks.ts'

/** Failures that other streamers do not share: their videos are still requested. */
const aboutStreamer: ReadonlySet<OutsideFailure['reason']> = new Set(['malformed', 'missing', 'refused'])

/**
 * Asks Twitch which participants are live, and for the videos of their streams. If Twitch does not respond, the stored state and
 * its time stay unchanged.
 */
export const followStreams = scheduledTask('FollowStreams', async (ctx, signal) => {
  if (!ctx.twitch) return null
  const now = new Date(ctx.clock.now())
  const live = await ctx.twitch.fetchLiveStreams(await listFollowedStreamers(ctx.db, now), signal)
  if (!live.ok) return `${live.failure.reason}: ${live.failure.detail}`
  await ctx.db.transact(async (tx) => {
    await replaceStreams(tx, live.value)
    await updateStreamerNames(tx, live.value)
    await recordSpans(tx, live.value, now)
    await removeOldSpans(tx, now)
  })
  for (const twitch_id of await listStreamersWithoutVideo(ctx.db, now)) {
    const videos = await ctx.twitch.fetchStreamVideos(twitch_id, signal)
    // The list of live streams is up to date, and must not look old because of a video.
    if (!videos.ok && !aboutStreamer.has(videos.failure.reason)) {
      ctx.log.warn({ problem: videos.failure }, 'could not ask Twitch for the videos of streams; next try in a minute')
      break
    }
    if (!videos.ok) {
      ctx.log.warn({ twitch_id, problem: videos.failure }, 'could not read the videos of a streamer; next try in half an hour')
    }
    await ctx.db.transact((tx) => recordVideos(tx, twitch_id, videos.ok ? videos.value : [], now))
  }
  return null
})
