import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { exportDefinition } from './store.ts'

export const definitionFileRoutes = {
  getDefinitionFile: async ({ ctx, event, query }) => {
    const file = await exportDefinition(ctx.db, event, { format: query.format, version: query.version ?? null })
    if (!file) throw new Refusal('definition_not_found')
    return file
  },
} satisfies Partial<Handlers>
