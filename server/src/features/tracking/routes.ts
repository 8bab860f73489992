import type { Handlers } from '../../call.ts'
import { viewerHas } from '../../viewer.ts'
import { findOwnReading, wantOwnReading } from './own-reading.ts'
import { findJobsRunning, listTracking } from './store.ts'
import { listTimelines } from './timelines.ts'

export const trackingRoutes = {
  getTracking: async ({ ctx, event, viewer, membership }) => {
    const place = await membership()
    const now = ctx.clock.now()
    if (viewerHas('see_all_tracking', viewer, place)) return listTracking(ctx, event, now, {})
    if (place?.is_team_lead) return listTracking(ctx, event, now, { team_id: place.team_id })
    return listTracking(ctx, event, now, { user_id: viewer.user_id })
  },
  getOwnReading: async ({ ctx, event, viewer }) => {
    const is_running = (await findJobsRunning(ctx, event)).runs('FetchCharacterData')
    return findOwnReading(ctx.db, event.id, viewer.user_id, { now: ctx.clock.now(), is_running })
  },
  wantOwnReading: async ({ ctx, event, viewer }) => {
    const now = ctx.clock.now()
    await ctx.db.transact((tx) => wantOwnReading(tx, event.id, viewer.user_id, now))
    const is_running = (await findJobsRunning(ctx, event)).runs('FetchCharacterData')
    return findOwnReading(ctx.db, event.id, viewer.user_id, { now, is_running })
  },
  getFetchWindows: ({ ctx, event }) => listTimelines(ctx.db, event, ctx.clock.now()),
} satisfies Partial<Handlers>
