import type { Handlers } from '../../call.ts'
import { describeEmbedding } from './oembed.ts'
import { findPicture } from './find-card.ts'

export const linkCardRoutes = {
  getOEmbed: ({ ctx, query }) => describeEmbedding(ctx, query),

  getEventCard: async ({ ctx, event, query }) => ({
    bytes: await findPicture(ctx, event, { objective_id: query.objective ?? null, team_id: query.team ?? null }),
    headers: { 'cache-control': 'no-store' },
  }),
} satisfies Partial<Handlers>
