import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { hasUser, measureActivity } from './store.ts'

export const activityRoutes = {
  getEventActivities: async ({ ctx, event, query }) =>
    Object.fromEntries(await measureActivity(ctx.db, event.id, query.threshold_seconds)),

  getEventActivitiesForUser: async ({ ctx, event, params, query }) => {
    const { user_id } = params
    const active_ms = (await measureActivity(ctx.db, event.id, query.threshold_seconds, user_id)).get(user_id)
    if (active_ms === undefined && !(await hasUser(ctx.db, user_id))) throw new Refusal('user_not_found')
    return active_ms ?? 0
  },
} satisfies Partial<Handlers>
