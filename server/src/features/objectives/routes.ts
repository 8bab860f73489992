import { shownOf } from '../../db/event-columns.ts'
import { Answer, type Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { viewerHas } from '../../viewer.ts'
import { findDefinitionSequence } from '../../db/definition.ts'
import { deleteObjective } from '../../definition/delete-objective.ts'
import { loadDraft } from '../../definition/draft.ts'
import { saveObjective } from '../../definition/save-objective.ts'
import { editDefinition } from '../../definition-edit.ts'
import { presentBranch, presentTree } from '../../definition/present-tree.ts'
import { listObjectives } from './store.ts'

export const objectiveRoutes = {
  getObjectiveTreeForEvent: {
    audience: ({ viewer }) => (viewerHas('see_unreleased_objectives', viewer) ? 'designers' : 'everyone'),
    // Every edit is numbered; an event without edits has no version.
    readVersion: async ({ db, event }) => {
      const sequence = await findDefinitionSequence(db, event.id)
      return sequence === 0 ? null : `${sequence} ${event.version}`
    },
    read: async ({ ctx, db, event, audience }) => {
      const secret = audience === 'designers' ? null : ctx.config.token_secret
      const tree = presentTree(await listObjectives(db, event.id), shownOf(event), ctx.clock.now(), secret)
      if (!tree) throw new Refusal('objective_not_found', 'This event has no objectives yet')
      return new Answer(tree.root, { changes_at: tree.changes_at })
    },
  },

  createObjective: ({ ctx, event, viewer, query, body }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const draft = await loadDraft(tx, event.id)
      const { id, reason } = await saveObjective(draft, body, query.other_conditions === 'keep')
      const result = presentBranch([...draft.objectives.values()], id)
      if (!result) throw new Error('an objective that was just written is not there')
      return { result, reason }
    }),

  getObjective: async ({ ctx, event, params }) => {
    const objective = presentBranch(await listObjectives(ctx.db, event.id), params.id)
    if (!objective) throw new Refusal('objective_not_found')
    return objective
  },

  deleteObjective: ({ ctx, event, viewer, params }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const { reason } = await deleteObjective(await loadDraft(tx, event.id), params.id)
      return { result: undefined, reason }
    }),
} satisfies Partial<Handlers>
