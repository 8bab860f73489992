import { endpoint } from '../endpoint.ts'
import { EventReadiness } from '../readiness.ts'
import { byEvent } from './params.ts'

export const readinessEndpoints = {
  getEventReadiness: endpoint({
    method: 'GET',
    path: '/events/{event_id}/readiness',
    tag: 'events',
    access: ['admin', 'manager', 'objective_designer', 'submission_judge'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: EventReadiness,
    summary: "The state of preparations for the event's start, with the roles that can complete each",
  }),
} as const
