import { findEventOpening, readShowing } from '@muster/domain/objectives/release'
import { shownOf } from '../../db/event-columns.ts'
import { Answer, type Handlers } from '../../call.ts'
import { loadDraft } from '../../definition/draft.ts'
import { editDefinition } from '../../definition-edit.ts'
import { deletePreset, savePreset } from '../../definition/presets.ts'
import { viewerHas } from '../../viewer.ts'
import { listPresets } from './store.ts'

export const scoringPresetRoutes = {
  /** Presets are hidden with the objectives: their names and points give sets and bonuses away. */
  getScoringPresetsForEvent: {
    audience: ({ viewer }) => (viewerHas('see_unreleased_objectives', viewer) ? 'designers' : 'everyone'),
    read: async ({ ctx, db, event, audience }) => {
      const showing = readShowing(true, findEventOpening(shownOf(event)), ctx.clock.now())
      if (audience === 'designers' || showing.to !== 'everyone_later') return listPresets(db, event.id)
      return new Answer([], { changes_at: showing.at })
    },
  },

  createScoringPreset: ({ ctx, event, viewer, body }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const draft = await loadDraft(tx, event.id)
      const { id, reason } = await savePreset(draft, body)
      const result = draft.presets.get(id)
      if (!result) throw new Error('a preset that was just written is missing')
      return { result, reason }
    }),

  deleteScoringPreset: ({ ctx, event, viewer, params }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const { reason } = await deletePreset(await loadDraft(tx, event.id), params.id)
      return { result: {}, reason }
    }),
} satisfies Partial<Handlers>
