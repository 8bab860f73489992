import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { EventProblem } from '../problems.ts'

const { GET } = callsOf('events')

export const problemsEndpoints = {
  getEventProblems: GET('/events/{event_id}/problems', {
    keys: null,
    access: ['admin', 'objective_designer'],
    reply: z.array(EventProblem),
    summary: 'Parts of the event that cannot be scored, and game data that could not be read, newest first',
  }),
} as const
