import { z } from 'zod'

/** `{}`, because older clients parse the answer of a deletion as JSON. */
export const EmptyObject = z.object({}).meta({ id: 'EmptyObject' })
