import type { Handlers } from '../../call.ts'
import { findPicture } from './find-card.ts'

export const linkCardRoutes = {
  getEventCard: async ({ ctx, event, query }) => ({
    bytes: await findPicture(ctx, event, { objective_id: query.objective ?? null, team_id: query.team ?? null }),
    headers: { 'cache-control': 'no-store' },
  }),
} satisfies Partial<Handlers>
