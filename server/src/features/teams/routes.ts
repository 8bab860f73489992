import type { Handlers } from '../../call.ts'
import { listTeamsOf, listUsersByTeam } from './store.ts'

export const teamRoutes = {
  getTeams: { load: ({ ctx, event }) => listTeamsOf(ctx.db, [event.id]) },
  getUsersForEvent: { load: ({ ctx, event }) => listUsersByTeam(ctx.db, event.id) },
} satisfies Partial<Handlers>
