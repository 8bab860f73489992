import type { Handlers } from '../../call.ts'
import { findPicture } from './find-card.ts'

export const linkCardRoutes = {
  getEventCard: async ({ ctx, event }) => ({
    bytes: await findPicture(ctx, event),
    headers: { 'cache-control': 'no-store' },
  }),
} satisfies Partial<Handlers>
