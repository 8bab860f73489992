import type { Handlers } from '../../call.ts'
import { loadDraft } from '../../definition/draft.ts'
import { editDefinition } from '../../definition-edit.ts'
import { deletePreset, savePreset } from '../../definition/presets.ts'
import { listPresets } from './store.ts'

export const scoringPresetRoutes = {
  getScoringPresetsForEvent: { read: ({ db, event }) => listPresets(db, event.id) },

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
