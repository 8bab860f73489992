import type { Signup } from '@muster/contract/signups'
import { findWithdrawalObstacle } from '@muster/domain/signups/withdrawal'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { viewerHas } from '../../viewer.ts'
import { signUp } from './sign-up.ts'
import { findSignup, listSignups, presentSignups, removeSignup, updatePlaytime } from './store.ts'

/** One's own signup as it crosses the wire: without the people. */
async function readOwn(ctx: Context, event: Row<'events'>, viewer: Viewer): Promise<Signup> {
  const stored = await findSignup(ctx.db, event.id, viewer.user_id)
  const [signup] = stored ? await presentSignups(ctx.db, [stored], event) : []
  if (!signup) throw new Refusal('signup_not_found')
  return { ...signup, user: null, partner: null }
}

export const signupRoutes = {
  getEventSignups: async ({ ctx, event, query }) => presentSignups(ctx.db, await listSignups(ctx.db, event.id, query), event),

  getPersonalSignup: ({ ctx, event, viewer }) => readOwn(ctx, event, viewer),

  createSignup: ({ ctx, event, viewer, body }) => signUp(ctx, event.id, viewer.user_id, body),

  reportPlaytime: async ({ ctx, event, viewer, body }) => {
    const isKnown = await updatePlaytime(ctx.db, event.id, viewer.user_id, body.actual_playtime)
    if (!isKnown) throw new Refusal('signup_not_found')
    return readOwn(ctx, event, viewer)
  },

  deleteSignup: async ({ ctx, event, viewer, params }) => {
    const obstacle = findWithdrawalObstacle({ ends_at: event.event_end_time.getTime() }, ctx.clock.now())
    if (obstacle && !viewerHas('remove_any_signup', viewer)) throw new Refusal(obstacle)
    await ctx.db.transact((tx) => removeSignup(tx, event.id, params.user_id))
    return {}
  },
} satisfies Partial<Handlers>
