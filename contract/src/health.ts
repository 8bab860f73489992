import { z } from 'zod'

/** Whether this process can answer: it runs, and its database answers. */
export const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
export type Health = z.output<typeof Health>
