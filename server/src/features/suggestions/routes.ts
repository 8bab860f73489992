import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { viewerHas } from '../../viewer.ts'
import { isReleased } from '../objectives/store.ts'
import { listSuggestions, removeSuggestion, upsertSuggestion } from './store.ts'

export const suggestionRoutes = {
  getTeamSuggestions: ({ ctx, event, team }) => listSuggestions(ctx.db, event.id, team.team_id),

  createObjectiveTeamSuggestion: async ({ ctx, event, viewer, team, params, body }) => {
    // What opens later is not there for whoever may not see it, under any number.
    const now = viewerHas('see_unreleased_objectives', viewer, team) ? null : new Date(ctx.clock.now())
    if (!(await isReleased(ctx.db, event.id, params.objective_id, now))) throw new Refusal('objective_not_found')
    await upsertSuggestion(ctx.db, team.team_id, params.objective_id, body.extra)
    return { message: 'Suggestion saved' }
  },

  deleteObjectiveTeamSuggestion: async ({ ctx, team, params }) => {
    await removeSuggestion(ctx.db, team.team_id, params.objective_id)
    return undefined
  },
} satisfies Partial<Handlers>
