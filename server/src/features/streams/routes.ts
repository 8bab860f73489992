import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { findLastCheck, isFollowed, listStreams } from './store.ts'

/** Event time: a stream seen longer ago is not called live. */
const tooOld_ms = 10 * 60_000

export const streamRoutes = {
  /** Twitch is asked once a minute by one process (`jobs/follow-streams.ts`), never in a call; rights come first (D-15). */
  getStreams: {
    fresh_ms: 10_000,
    async read({ ctx, db, event }) {
      const now = ctx.clock.now()
      // Without Twitch there are no connected accounts, so no live streams.
      if (!ctx.twitch || !isFollowed(event, now)) return []
      const looked_at = await findLastCheck(db)
      if (!looked_at || Math.abs(now - looked_at.getTime()) > tooOld_ms) {
        throw new Refusal('unavailable', 'Live streams are not known yet; Twitch is checked every minute')
      }
      return listStreams(db, event.id)
    },
  },
} satisfies Partial<Handlers>
