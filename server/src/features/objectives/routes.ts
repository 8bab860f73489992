import { Answer, type Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { viewerHas } from '../../viewer.ts'
import { findDefinitionSequence } from '../../db/definition.ts'
import { editDefinition } from '../../definition-edit.ts'
import { presentBranch, presentTree } from './present-tree.ts'
import { saveObjective } from './save.ts'
import { findObjectivePlace, listBranchIds, listObjectives, removeObjectives } from './store.ts'

export const objectiveRoutes = {
  getObjectiveTreeForEvent: {
    audience: ({ viewer }) => (viewerHas('see_unreleased_objectives', viewer) ? 'designers' : 'everyone'),
    // Every edit is numbered; an event that was never edited has no number to tell it by.
    version: async ({ ctx, event }) => {
      const sequence = await findDefinitionSequence(ctx.db, event.id)
      return sequence === 0 ? null : String(sequence)
    },
    load: async ({ ctx, event, audience }) => {
      const secret = audience === 'designers' ? null : ctx.config.token_secret
      const tree = presentTree(await listObjectives(ctx.db, event.id), ctx.clock.now(), secret)
      if (!tree) throw new Refusal('objective_not_found', 'This event has no objectives yet')
      return new Answer(tree.root, { changes_at: tree.changes_at })
    },
  },

  createObjective: ({ ctx, event, viewer, query, body }) =>
    editDefinition(ctx, event.id, viewer.user_id, (tx) => saveObjective(tx, event.id, body, query.other_conditions === 'keep')),

  getObjective: async ({ ctx, event, params }) => {
    const objective = presentBranch(await listObjectives(ctx.db, event.id), params.id)
    if (!objective) throw new Refusal('objective_not_found')
    return objective
  },

  /** One that is gone already is fine (D-38); one of another event is not this event's to delete (D-11). */
  deleteObjective: ({ ctx, event, viewer, params }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const objective = await findObjectivePlace(tx, params.id)
      if (!objective) return { result: undefined, reason: null }
      if (objective.event_id !== event.id) throw new Refusal('objective_not_found')
      if (objective.parent_id === null) {
        throw new Refusal('invalid_request', undefined, [{ field: 'id', problem: 'the root of the tree cannot be deleted' }])
      }
      const ids = await listBranchIds(tx, event.id, params.id)
      await removeObjectives(tx, ids)
      const below = ids.length > 1 ? ` with the ${ids.length - 1} below it` : ''
      return { result: undefined, reason: `"${objective.name}" was deleted${below}` }
    }),
} satisfies Partial<Handlers>
