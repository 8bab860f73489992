import { Answer, type Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { viewerHas } from '../../viewer.ts'
import { presentTree } from './present-tree.ts'
import { listObjectives } from './store.ts'

export const objectiveRoutes = {
  getObjectiveTreeForEvent: {
    audience: ({ viewer }) => (viewerHas('see_unreleased_objectives', viewer) ? 'designers' : 'everyone'),
    load: async ({ ctx, event, audience }) => {
      const secret = audience === 'designers' ? null : ctx.config.token_secret
      const tree = presentTree(await listObjectives(ctx.db, event.id), ctx.clock.now(), secret)
      if (!tree) throw new Refusal('objective_not_found', 'This event has no objectives yet')
      return new Answer(tree.root, { changes_at: tree.changes_at })
    },
  },
} satisfies Partial<Handlers>
