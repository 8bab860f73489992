import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { LadderEntry } from '../ladder.ts'

const { GET } = callsOf('ladder')

export const ladderEndpoints = {
  getLadder: GET('/events/{event_id}/ladder', {
    access: 'public',
    reply: z.array(LadderEntry),
    summary: "The event's ladder in the game, with the participants' characters",
  }),
} as const
