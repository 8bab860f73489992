import { takenProblem } from '@muster/domain/names/look-alike'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { notifyAccess } from '../../db/ledger.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { changePermissions } from './permissions.ts'
import { findMinimalUser, findUser, isTaken, listPermissionChanges, listUsers, endLogins, updateDisplayName } from './store.ts'

/** The caller; a user deleted since the call began is anonymous. */
async function readSelf(ctx: Context, viewer: Viewer) {
  const user = await findUser(ctx.db, viewer.user_id)
  if (!user) throw new Refusal('not_authenticated')
  return user
}

export const userRoutes = {
  getAllUsers: ({ ctx, query }) => listUsers(ctx.db, query),

  getUser: ({ ctx, viewer }) => readSelf(ctx, viewer),

  updateUser: async ({ ctx, viewer, body }) => {
    const { display_name } = body
    await ctx.db.transact(async (tx) => {
      if (await isTaken(tx, display_name, viewer.user_id)) throw refuseField('display_name', takenProblem)
      await updateDisplayName(tx, viewer.user_id, display_name)
    })
    return readSelf(ctx, viewer)
  },

  logoutEverywhere: ({ ctx, viewer }) =>
    ctx.db.transact(async (tx) => {
      await endLogins(tx, viewer.user_id)
      await notifyAccess(tx)
    }),

  getPermissionChanges: ({ ctx, query }) => listPermissionChanges(ctx.db, query),

  getUserById: async ({ ctx, params }) => {
    const user = await findMinimalUser(ctx.db, params.user_id)
    if (!user) throw new Refusal('user_not_found')
    return user
  },

  changePermissions: async ({ ctx, viewer, params, query, body }) => {
    await changePermissions(ctx, params.user_id, viewer.user_id, (held) => {
      const isExpected =
        query.held === undefined || query.held.split(',').filter(Boolean).toSorted().join() === held.toSorted().join()
      if (!isExpected) throw new Refusal('changed_meanwhile')
      return body
    })
    const user = await findUser(ctx.db, params.user_id)
    if (!user) throw new Refusal('user_not_found')
    return user
  },
} satisfies Partial<Handlers>
