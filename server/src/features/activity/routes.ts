import { findElapsed, sumActivity } from '@muster/domain/events/activity'
import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { hasUser, listMembersSeen, listTeamPoints, measureActivity } from './store.ts'

export const activityRoutes = {
  getEventActivities: async ({ ctx, event, query }) =>
    Object.fromEntries(await measureActivity(ctx.db, event.id, query.threshold_seconds)),

  getActivityReport: async ({ ctx, event, query }) => {
    const [active, members, teams] = await Promise.all([
      measureActivity(ctx.db, event.id, query.threshold_seconds),
      listMembersSeen(ctx.db, event.id),
      listTeamPoints(ctx.db, event.id),
    ])
    const window = { start_at: event.event_start_time.getTime(), end_at: event.event_end_time.getTime() }
    const elapsed_ms = findElapsed(window, ctx.clock.now())
    const people = members
      .map((member) => ({ ...member, active_ms: active.get(member.user_id) ?? 0 }))
      .sort((a, b) => b.active_ms - a.active_ms)
    const sums = sumActivity(
      teams.map(({ team_id }) => team_id),
      people.map(({ last_seen_at, ...person }) => ({ ...person, last_seen_at: last_seen_at?.getTime() ?? null })),
      elapsed_ms,
    )
    return {
      elapsed_ms,
      teams: sums.map((sum, place) => ({ ...sum, points: teams[place]?.points ?? 0 })),
      people: people.map(({ last_seen_at, ...person }) => ({ ...person, last_seen_at: last_seen_at?.toISOString() ?? null })),
    }
  },

  getEventActivitiesForUser: async ({ ctx, event, params, query }) => {
    const { user_id } = params
    const active_ms = (await measureActivity(ctx.db, event.id, query.threshold_seconds, user_id)).get(user_id)
    if (active_ms === undefined && !(await hasUser(ctx.db, user_id))) throw new Refusal('user_not_found')
    return active_ms ?? 0
  },
} satisfies Partial<Handlers>
