import { choreEvery_ms } from '@muster/domain/events/chores'
import { listFollowedStreamers, replaceStreams, updateStreamerNames } from '../features/streams/store.ts'
import type { Chore } from './chores.ts'

/** Asks Twitch who of the participants is live. An answer that did not come leaves what is known, and its age, as they are. */
export const followStreams: Chore = {
  name: 'FollowStreams',
  every_ms: choreEvery_ms.FollowStreams,
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
