import type { Handlers } from '../../call.ts'
import { listPresets } from './store.ts'

export const scoringPresetRoutes = {
  getScoringPresetsForEvent: { load: ({ ctx, event }) => listPresets(ctx.db, event.id) },
} satisfies Partial<Handlers>
