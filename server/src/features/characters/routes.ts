import type { EventId, UserId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { type Viewer, viewerHas } from '../../viewer.ts'
import {
  isUser,
  listAtlasVersions,
  listBuilds,
  listCharactersOf,
  listPlacedCharacters,
  listReadings,
  listTeamAtlases,
} from './store.ts'

type Wanted = { readonly user_id: UserId } | { readonly character_id: string }

/** Characters in hidden events are shown to viewers of those events only (D-16). */
async function listVisible(ctx: Context, wanted: Wanted, viewer: Viewer | null) {
  const placed = await listPlacedCharacters(ctx.db, wanted, viewer?.user_id ?? null)
  const visible = placed.filter(({ is_public, place }) => is_public || viewerHas('see_hidden_events', viewer, place))
  return visible.map(({ character }) => character)
}

const listVisibleEvents = async (ctx: Context, character_id: string, viewer: Viewer | null): Promise<EventId[]> =>
  (await listVisible(ctx, { character_id }, viewer)).map((character) => character.event_id)

export const characterRoutes = {
  getCharactersForEvent: { fresh_ms: 5000, read: ({ db, event }) => listCharactersOf(db, event.id) },

  getUserCharacters: async ({ ctx, viewer, params }) => {
    if (!(await isUser(ctx.db, params.user_id))) throw new Refusal('user_not_found')
    return listVisible(ctx, { user_id: params.user_id }, viewer)
  },

  /** Only the character decides, not the owner in the path; an unknown character has no history. */
  getCharacterHistory: async ({ ctx, viewer, params: { character_id }, query }) =>
    listReadings(ctx.db, character_id, await listVisibleEvents(ctx, character_id, viewer), query),

  getPoBs: async ({ ctx, viewer, params: { character_id }, query }) =>
    listBuilds(ctx.db, character_id, await listVisibleEvents(ctx, character_id, viewer), query),

  getTeamAtlasesForEvent: async ({ ctx, event, membership }) => {
    const team = await membership()
    return team ? listTeamAtlases(ctx.db, event.id, team.team_id) : []
  },

  getAtlasProgression: {
    fresh_ms: 5000,
    read: ({ db, event, params }) => listAtlasVersions(db, event.id, params.user_id),
  },
} satisfies Partial<Handlers>
