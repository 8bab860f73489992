import { callsOf } from './calls-of.ts'
import { EventReadiness, StepWrite } from '../readiness.ts'

const { GET, PUT } = callsOf('events')

export const readinessEndpoints = {
  getEventReadiness: GET('/events/{event_id}/readiness', {
    keys: null,
    access: ['admin', 'manager', 'objective_designer', 'submission_judge'],
    reply: EventReadiness,
    summary: "The event's steps from preparation to archive, with the roles that can complete each, and their owners",
  }),
  changeEventStep: PUT('/events/{event_id}/readiness', {
    access: ['admin', 'manager', 'objective_designer', 'submission_judge'],
    body: StepWrite,
    refusals: ['event_not_over'],
    summary: 'Takes a step or gives it back; marks the archive or the export as made, or removes the mark',
  }),
} as const
