import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { viewerHas } from '../../viewer.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findMinimalUser, findUser } from '../users/store.ts'
import { findPlayer, findStated, refuseNamesake, removeStated, stateAccount, updateConfirmation } from './store.ts'

export const gameAccountRoutes = {
  stateGameAccount: async ({ ctx, viewer, body }) => {
    const now = new Date(ctx.clock.now())
    await ctx.db.transact((tx) =>
      typeof body.name === 'string'
        ? stateAccount(tx, viewer.user_id, body.name, { now, field: 'name' })
        : removeStated(tx, viewer.user_id),
    )
    const user = await findUser(ctx.db, viewer.user_id)
    if (!user) throw new Refusal('not_authenticated')
    return user
  },

  reviewGameAccount: async ({ ctx, event, viewer, team, params, body }) => {
    const now = new Date(ctx.clock.now())
    const { user_id } = params
    const { name, is_confirmed } = body
    if (user_id === viewer.user_id) {
      throw new Refusal('not_allowed', 'Another lead or an organiser has to confirm your own account')
    }
    await ctx.db.transact(async (tx) => {
      const player = await findPlayer(tx, event.id, user_id)
      const isOrganiser = viewerHas('review_every_game_account', viewer)
      if (!player || (!isOrganiser && player.team_id !== team?.team_id)) throw new Refusal('user_not_found')
      const stated = await findStated(tx, user_id)
      if (stated?.name !== name) throw new Refusal('changed_meanwhile')
      if (is_confirmed === (stated.confirmed_at !== null)) return
      if (is_confirmed) await refuseNamesake(tx, user_id, name, { now, field: 'name' })
      await updateConfirmation(tx, user_id, is_confirmed ? { confirmed_at: now, confirmed_by: viewer.user_id } : null)
      await insertAdminChange(tx, {
        event_id: event.id,
        author_id: viewer.user_id,
        changed_at: now,
        kind: is_confirmed ? 'account_confirmed' : 'account_unconfirmed',
        subject: (await findMinimalUser(tx, user_id))?.display_name ?? '',
        // The deletion of an account finds the name by this id.
        detail: String(user_id),
      })
    })
    return { name, is_confirmed }
  },
} satisfies Partial<Handlers>
