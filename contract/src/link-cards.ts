import { z } from 'zod'
import { objective_id, team_id } from './endpoints/params.ts'
import { numberParam } from './query.ts'

/** The subject of a card. Unknown ids give the card of the whole event, so that an answer confirms no id. */
export const CardQuery = z.object({
  objective: objective_id.optional(),
  team: team_id.optional(),
  /** Any number: chat programs cache a picture by its address. */
  at: numberParam().optional(),
})
