import type { Handlers } from '../../call.ts'
import type { Tx } from '../../db/connect.ts'
import { findDefinitionSequence } from '../../db/definition.ts'
import { applyEdits } from '../../definition/apply-edits.ts'
import { loadDraft } from '../../definition/draft.ts'
import { editDefinition } from '../../definition-edit.ts'
import { previewEdits } from '../../definition/preview/preview.ts'
import { describeEdits } from '../../definition/reasons.ts'
import { refuseForeignEdits } from '../../definition/rights.ts'
import { refuseOtherVersion } from '../../definition/versions.ts'
import { lockCurrent } from '../events/store.ts'
import { readRematchProgress } from './rematch-progress.ts'
import { listDefinitionChanges } from './store.ts'

export const definitionRoutes = {
  editDefinition: async ({ ctx, event, viewer, body }) => {
    refuseForeignEdits(viewer, body.edits)
    const author = { author_id: viewer.user_id, now: ctx.clock.now() }
    const edit = async (tx: Tx) => {
      await refuseOtherVersion(tx, event.id, body.definition_version)
      const result = await applyEdits(await loadDraft(tx, event.id), body.edits, author)
      return { result, reason: describeEdits(result.reasons, body.reason) }
    }
    const demandsLeague = body.edits.some((one) => one.kind === 'save_event' && !one.shares_league)
    const options = { keeps_examples: !body.breaks_examples, ...(demandsLeague && { lock: lockCurrent }) }
    const { objective_ids, scoring_preset_ids } = await editDefinition(ctx, event.id, viewer.user_id, edit, options)
    return {
      definition_version: await findDefinitionSequence(ctx.db, event.id),
      objective_ids: Object.fromEntries(objective_ids),
      scoring_preset_ids: Object.fromEntries(scoring_preset_ids),
    }
  },

  previewDefinition: ({ ctx, event, viewer, body, signal }) => {
    refuseForeignEdits(viewer, body.edits)
    return previewEdits(ctx, event, body, signal())
  },

  getDefinitionChanges: ({ ctx, event, query }) => listDefinitionChanges(ctx.db, event.id, query),

  getRematches: ({ ctx, event }) => readRematchProgress(ctx.db, event.id),
} satisfies Partial<Handlers>
