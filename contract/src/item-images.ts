import { z } from 'zod'

/** The game's own host of item pictures, as an origin: `https://web.poecdn.com`. */
export const ItemImages = z.object({ origin: z.url() }).meta({ id: 'ItemImages' })
export type ItemImages = z.output<typeof ItemImages>
