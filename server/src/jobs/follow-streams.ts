import { listFollowedStreamers, replaceStreams, updateStreamerNames } from '../features/streams/store.ts'
import type { Chore } from './chores.ts'

/** Twitch's own lists are one to two minutes behind; asking more often shows nothing new. */
const every_ms = 60_000

/** Asks Twitch who of the participants is live. An answer that did not come leaves what is known, and its age, as they are. */
export const followStreams: Chore = {
  name: 'FollowStreams',
  every_ms,
  async run(ctx, signal) {
    if (!ctx.twitch) return null
    const now = new Date(ctx.clock.now())
    const live = await ctx.twitch.fetchLiveStreams(await listFollowedStreamers(ctx.db, now), signal)
    if (!live.ok) return `${live.failure.reason}: ${live.failure.detail}`
    await ctx.db.transact(async (tx) => {
      await replaceStreams(tx, live.value)
      await updateStreamerNames(tx, live.value)
    })
    return null
  },
}
