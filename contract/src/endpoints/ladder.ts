import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LadderEntry } from '../ladder.ts'
import { byEvent } from './params.ts'

export const ladderEndpoints = {
  getLadder: endpoint({
    method: 'GET',
    path: '/events/{event_id}/ladder',
    tag: 'ladder',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(LadderEntry),
    summary: "The event's ladder in the game, with the participants' characters",
  }),
} as const
