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
    summary: 'Parts of the event that cannot be scored, and game data that could not be read, newest first',
  }),
} as const
