import { listFollowedStreamers, replaceStreams, updateStreamerNames } from '../features/streams/store.ts'
import { scheduledTask } from './scheduled-tasks.ts'

/** Asks Twitch who of the participants is live. An answer that did not come leaves what is known, and its age, as they are. */
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
