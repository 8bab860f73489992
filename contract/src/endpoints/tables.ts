import { z } from 'zod'
import { callsOf } from './calls-of.ts'

const { GET } = callsOf('tables')

export const tablesEndpoints = {
  getEventTable: GET('/events/{event_id}/tables/{table}', {
    keys: 'public',
    access: 'public',
    answer_type: 'text/csv',
    reply: z.string(),
    refusals: ['objective_not_found'],
    summary: 'A table of the event as a visitor sees it, as comma-separated values; times in UTC',
  }),
} as const
