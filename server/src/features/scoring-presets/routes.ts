import type { Handlers } from '../../call.ts'
import { editDefinition } from '../../definition-edit.ts'
import { Refusal } from '../../refusal.ts'
import { findPreset, insertPreset, listPresets, removePreset, updatePreset } from './store.ts'

export const scoringPresetRoutes = {
  getScoringPresetsForEvent: { load: ({ ctx, event }) => listPresets(ctx.db, event.id) },

  createScoringPreset: ({ ctx, event, viewer, body }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const { id, ...columns } = body
      if (id === null) {
        return { result: await insertPreset(tx, event.id, columns), reason: `The preset "${body.name}" was added` }
      }
      const before = await findPreset(tx, id)
      if (before?.event_id !== event.id) throw new Refusal('scoring_preset_not_found')
      return { result: await updatePreset(tx, id, columns), reason: `The preset "${body.name}" was edited` }
    }),

  /** One that is gone already is fine (D-38); one of another event is not this event's to delete (D-11). */
  deleteScoringPreset: ({ ctx, event, viewer, params }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const preset = await findPreset(tx, params.id)
      if (!preset) return { result: {}, reason: null }
      if (preset.event_id !== event.id) throw new Refusal('scoring_preset_not_found')
      const users = await removePreset(tx, params.id)
      return { result: {}, reason: `The preset "${preset.name}" was deleted (objectives that used it: ${users})` }
    }),
} satisfies Partial<Handlers>
