import { callsOf } from './calls-of.ts'
import { EventReadiness } from '../readiness.ts'

const { GET } = callsOf('events')

export const readinessEndpoints = {
  getEventReadiness: GET('/events/{event_id}/readiness', {
    access: ['admin', 'manager', 'objective_designer', 'submission_judge'],
    reply: EventReadiness,
    summary: "The state of preparations for the event's start, with the roles that can complete each",
  }),
} as const
