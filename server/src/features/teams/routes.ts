import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { assignUsers, deleteTeam, saveTeam } from './edit.ts'
import { deleteLogo, saveLogo } from './logo.ts'
import { findLogo, findTeam, listTeamsOf, listUsersByTeam } from './store.ts'

export const teamRoutes = {
  getTeams: { read: ({ db, event }) => listTeamsOf(db, [event.id]) },

  createTeam: ({ ctx, viewer, event, body }) => saveTeam(ctx, event.id, body, viewer),

  addUsersToTeams: ({ ctx, viewer, event, body }) => assignUsers(ctx, event.id, body, viewer),

  getTeam: {
    read: async ({ db, event, params }) => {
      const team = await findTeam(db, params.team_id)
      if (team?.event_id !== event.id) throw new Refusal('team_not_found')
      return team
    },
  },

  deleteTeam: ({ ctx, viewer, event, params }) => deleteTeam(ctx, event.id, params.team_id, viewer),

  uploadTeamLogo: ({ ctx, viewer, event, params, body }) => saveLogo(ctx, event.id, params.team_id, body.picture, viewer),

  deleteTeamLogo: ({ ctx, viewer, event, params }) => deleteLogo(ctx, event.id, params.team_id, viewer),

  getTeamLogo: async ({ ctx, event, params, query }) => {
    const bytes = await findLogo(ctx.db, event.id, params.team_id, query.hash)
    if (!bytes) throw new Refusal('logo_not_found')
    // Another picture has another hash. No proxy may cache the logo of a hidden event.
    const whose = event.is_public ? 'public' : 'private'
    return { bytes, headers: { 'cache-control': `${whose}, max-age=31536000, immutable`, etag: `"${query.hash}"` } }
  },

  getUsersForEvent: { read: ({ db, event }) => listUsersByTeam(db, event.id) },
} satisfies Partial<Handlers>
