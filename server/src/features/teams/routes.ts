import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { assignUsers, deleteTeam, saveTeam } from './edit.ts'
import { findTeam, listTeamsOf, listUsersByTeam } from './store.ts'

export const teamRoutes = {
  getTeams: { load: ({ ctx, event }) => listTeamsOf(ctx.db, [event.id]) },

  createTeam: ({ ctx, viewer, event, body }) => saveTeam(ctx, event.id, body, viewer),

  addUsersToTeams: ({ ctx, viewer, event, body }) => assignUsers(ctx, event.id, body, viewer),

  getTeam: {
    load: async ({ ctx, event, params }) => {
      const team = await findTeam(ctx.db, params.team_id)
      if (team?.event_id !== event.id) throw new Refusal('team_not_found')
      return team
    },
  },

  deleteTeam: ({ ctx, viewer, event, params }) => deleteTeam(ctx, event.id, params.team_id, viewer),

  getUsersForEvent: { load: ({ ctx, event }) => listUsersByTeam(ctx.db, event.id) },
} satisfies Partial<Handlers>
