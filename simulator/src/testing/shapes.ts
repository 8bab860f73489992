/** Shapes that only the simulator's own tests read. */
import { z } from 'zod'

export const ApiErrorBody = z.object({ error: z.object({ code: z.int(), message: z.string() }) })
export const AccountLeagues = z.object({ leagues: z.array(z.looseObject({ id: z.string() })) })

export const readJson = async <S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> =>
  schema.parse(await response.json())
