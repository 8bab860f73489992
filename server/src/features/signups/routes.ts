import type { UserId } from '@muster/contract/ids'
import type { Signup } from '@muster/contract/signups'
import { showAnswers } from '@muster/domain/signups/answers'
import { findWithdrawalObstacle } from '@muster/domain/signups/withdrawal'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { viewerHas } from '../../viewer.ts'
import { findQuestions } from '../signup-questions/store.ts'
import { signUp } from './sign-up.ts'
import { bringBack, placeInQueue, takeOut } from './organise.ts'
import { findSignup, listConnected, listPastEvents, listSignups, presentSignups, updatePlaytime } from './store.ts'

/** @throws Refusal signup_not_found */
async function readOne(db: Db, event: Row<'events'>, user_id: UserId): Promise<Signup> {
  const stored = await findSignup(db, event.id, user_id)
  const [signup] = stored ? await presentSignups(db, [stored], event) : []
  if (!signup) throw new Refusal('signup_not_found')
  return signup
}

/** Signups with the answers that everyone may see. */
async function hideAnswers(db: Db, event: Row<'events'>, signups: readonly Signup[]): Promise<Signup[]> {
  const { questions } = await findQuestions(db, event.id)
  const reader = { is_organiser: false, leads_player: false }
  return signups.map((signup) => ({
    ...signup,
    answers: signup.team_id === null ? [] : showAnswers(questions, signup.answers, reader),
  }))
}

/** The caller's own signup in the form of the API: without the people. */
const readOwn = async (ctx: Context, event: Row<'events'>, viewer: Viewer): Promise<Signup> => ({
  ...(await readOne(ctx.db, event, viewer.user_id)),
  user: null,
  partner: null,
})

export const signupRoutes = {
  getEventSignups: async ({ ctx, event, query, viewer }) => {
    const rows = await listSignups(ctx.db, event.id, query)
    const all = await presentSignups(ctx.db, rows, event)
    // The chat bot may repeat what it reads.
    const signups = viewer === null ? await hideAnswers(ctx.db, event, all) : all
    if (query.with !== 'history') return signups
    const ids = rows.map((row) => row.user_id)
    const [past, connected] = await Promise.all([listPastEvents(ctx.db, event, ids), listConnected(ctx.db, ids)])
    return signups.map((signup) => ({
      ...signup,
      history: (signup.user && past.get(signup.user.id)) ?? [],
      is_connected: signup.user !== null && connected.has(signup.user.id),
    }))
  },

  getPersonalSignup: ({ ctx, event, viewer }) => readOwn(ctx, event, viewer),

  createSignup: ({ ctx, event, viewer, body }) => signUp(ctx, event.id, viewer.user_id, body),

  reportPlaytime: async ({ ctx, event, viewer, body }) => {
    const isKnown = await updatePlaytime(ctx.db, event.id, viewer.user_id, body.actual_playtime)
    if (!isKnown) throw new Refusal('signup_not_found')
    return readOwn(ctx, event, viewer)
  },

  placeSignup: ({ ctx, event, viewer, params, body }) =>
    ctx.db.transact(async (tx) => {
      await placeInQueue(ctx, tx, event.id, params.user_id, body.queue_place ?? null, viewer)
      return readOne(tx, event, params.user_id)
    }),

  restoreSignup: ({ ctx, event, viewer, params }) =>
    ctx.db.transact(async (tx) => {
      await bringBack(ctx, tx, event.id, params.user_id, viewer)
      return readOne(tx, event, params.user_id)
    }),

  deleteSignup: async ({ ctx, event, viewer, params }) => {
    const obstacle = findWithdrawalObstacle({ ends_at: event.event_end_time.getTime() }, ctx.clock.now())
    if (obstacle && !viewerHas('remove_any_signup', viewer)) throw new Refusal(obstacle)
    await ctx.db.transact((tx) => takeOut(ctx, tx, event.id, params.user_id, viewer))
    return {}
  },
} satisfies Partial<Handlers>
