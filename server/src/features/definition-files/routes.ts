import type { Handlers } from '../../call.ts'
import { listExamples } from '../../definition/examples.ts'
import { Refusal } from '../../refusal.ts'
import { exportDefinition } from './store.ts'

export const definitionFileRoutes = {
  getDefinitionExamples: { audience: () => 'designers', version: async () => 'shipped', load: async () => [...listExamples()] },

  getDefinitionFile: async ({ ctx, event, query }) => {
    const file = await exportDefinition(ctx.db, event, { format: query.format, version: query.version ?? null })
    if (!file) throw new Refusal('definition_not_found')
    return file
  },
} satisfies Partial<Handlers>
