import type { Handlers } from '../../call.ts'
import { listAdminChanges } from './store.ts'

export const adminChangeRoutes = {
  getAdminChanges: ({ ctx, event, query }) => listAdminChanges(ctx.db, event.id, query),
} satisfies Partial<Handlers>
