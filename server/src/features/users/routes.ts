import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { findUser } from './store.ts'

export const userRoutes = {
  getUser: async ({ ctx, viewer }) => {
    const user = await findUser(ctx.db, viewer.user_id)
    if (!user) throw new Refusal('not_authenticated')
    return user
  },
} satisfies Partial<Handlers>
