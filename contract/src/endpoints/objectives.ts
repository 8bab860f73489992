import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { Objective, ObjectiveCreate } from '../objectives.ts'
import { event_id, objective_id } from './params.ts'

const byId = z.object({ event_id, id: objective_id })

const { GET, PUT, DELETE } = callsOf('objectives')

export const objectivesEndpoints = {
  getObjectiveTreeForEvent: GET('/events/{event_id}/objectives', {
    keys: 'public',
    access: 'public',
    reply: Objective,
    refusals: ['objective_not_found'],
    summary: 'The objective tree; objectives that open in the future are masked',
  }),
  createObjective: PUT('/events/{event_id}/objectives', {
    access: ['admin', 'objective_designer'],
    status: 201,
    query: z.object({
      /** Whether to keep stored conditions that the body does not name. Default: keep. */
      other_conditions: z.enum(['keep', 'remove']).default('keep'),
    }),
    body: ObjectiveCreate,
    reply: Objective,
    refusals: ['event_locked', 'event_final', 'objective_not_found', 'changed_meanwhile'],
    summary: 'Creates an objective, or edits the one with the id given, with its conditions',
  }),
  getObjective: GET('/events/{event_id}/objectives/{id}', {
    keys: null,
    access: ['admin', 'objective_designer'],
    event: 'exists',
    params: byId,
    reply: Objective,
    refusals: ['objective_not_found'],
    summary: 'One objective with everything below it, never masked',
  }),
  deleteObjective: DELETE('/events/{event_id}/objectives/{id}', {
    access: ['admin', 'objective_designer'],
    params: byId,
    refusals: ['event_locked', 'objective_not_found'],
    summary: 'Deletes an objective and everything below it, with conditions, facts and scores',
  }),
} as const
