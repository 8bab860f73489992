import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EventProblem } from '../problems.ts'
import { byEvent } from './params.ts'

export const problemsEndpoints = {
  getEventProblems: endpoint({
    method: 'GET',
    path: '/events/{event_id}/problems',
    tag: 'events',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(EventProblem),
    summary: 'What in the event cannot be scored, and what could not be read from the game, newest first',
  }),
} as const
