import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { notifyAccess } from '../../db/ledger.ts'
import { Refusal } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { changePermissions } from './permissions.ts'
import { findMinimalUser, findUser, listPermissionChanges, listUsers, raiseTokenVersion, updateDisplayName } from './store.ts'

/** The caller; a user who was deleted since the call began is nobody. */
async function readSelf(ctx: Context, viewer: Viewer) {
  const user = await findUser(ctx.db, viewer.user_id)
  if (!user) throw new Refusal('not_authenticated')
  return user
}

export const userRoutes = {
  getAllUsers: ({ ctx, query }) => listUsers(ctx.db, query),

  getUser: ({ ctx, viewer }) => readSelf(ctx, viewer),

  updateUser: async ({ ctx, viewer, body }) => {
    await updateDisplayName(ctx.db, viewer.user_id, body.display_name)
    return readSelf(ctx, viewer)
  },

  logoutEverywhere: ({ ctx, viewer }) =>
    ctx.db.transact(async (tx) => {
      await raiseTokenVersion(tx, viewer.user_id)
      await notifyAccess(tx)
    }),

  getPermissionChanges: ({ ctx, query }) => listPermissionChanges(ctx.db, query),

  getUserById: async ({ ctx, params }) => {
    const user = await findMinimalUser(ctx.db, params.user_id)
    if (!user) throw new Refusal('user_not_found')
    return user
  },

  changePermissions: async ({ ctx, viewer, params, body }) => {
    await changePermissions(ctx, params.user_id, viewer.user_id, () => body)
    const user = await findUser(ctx.db, params.user_id)
    if (!user) throw new Refusal('user_not_found')
    return user
  },
} satisfies Partial<Handlers>
