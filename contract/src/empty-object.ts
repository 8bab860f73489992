import { z } from 'zod'

/** `{}`, where older clients read the answer of a deletion as JSON. */
export const EmptyObject = z.object({}).meta({ id: 'EmptyObject' })
