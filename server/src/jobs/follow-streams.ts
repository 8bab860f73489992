import { listFollowedStreamers, replaceStreams, updateStreamerNames } from '../features/streams/store.ts'
import { scheduledTask } from './scheduled-tasks.ts'

/** Asks Twitch which participants are live. If Twitch does not respond, the stored state and its time stay unchanged. */
export const followStreams = scheduledTask('FollowStreams', async (ctx, signal) => {
  if (!ctx.twitch) return null
  const now = new Date(ctx.clock.now())
  const live = await ctx.twitch.fetchLiveStreams(await listFollowedStreamers(ctx.db, now), signal)
  if (!live.ok) return `${live.failure.reason}: ${live.failure.detail}`
  await ctx.db.transact(async (tx) => {
    await replaceStreams(tx, live.value)
    await updateStreamerNames(tx, live.value)
  })
  return null
})
