import type { Handlers } from '../../call.ts'
import { listProblems } from './store.ts'

export const problemRoutes = {
  getEventProblems: ({ ctx, event }) => listProblems(ctx.db, event.id),
} satisfies Partial<Handlers>
