import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { LadderEntry, LadderUses } from '../ladder.ts'
import { countParam } from '../query.ts'

const { GET } = callsOf('ladder')

/** A year: no event is longer. */
const maxHours = 366 * 24

const hour = z.object({
  /** The state at this hour of the event, counted from its start, from the newest readings before it. Default: now. */
  hours_after_event_start: countParam(maxHours).optional(),
})

export const ladderEndpoints = {
  getLadder: GET('/events/{event_id}/ladder', {
    keys: 'public',
    access: 'public',
    query: hour,
    reply: z.array(LadderEntry),
    summary:
      "The event's ladder in the game, with the participants' characters; at an hour of the past, the participants' characters by experience",
  }),
  getLadderUses: GET('/events/{event_id}/ladder/uses', {
    keys: 'public',
    access: 'public',
    query: hour,
    reply: LadderUses,
    summary: "The uniques and gems that the participants' characters use, as far as their builds are known",
  }),
} as const
