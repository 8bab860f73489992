import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Objective, ObjectiveCreate } from '../objectives.ts'
import { byEvent, objective_id } from './params.ts'

const byId = byEvent.extend({ id: objective_id })

export const objectivesEndpoints = {
  getObjectiveTreeForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/objectives',
    tag: 'objectives',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: Objective,
    refusals: ['objective_not_found'],
    summary: 'The objective tree; objectives that open in the future are masked',
  }),
  createObjective: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/objectives',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 201,
    params: byEvent,
    query: z.object({
      /** Whether to keep stored conditions that the body does not name. Default: keep. */
      other_conditions: z.enum(['keep', 'remove']).default('keep'),
    }),
    body: ObjectiveCreate,
    reply: Objective,
    refusals: ['event_locked', 'event_final', 'objective_not_found', 'changed_meanwhile'],
    summary: 'Creates an objective, or edits the one with the id given, with its conditions',
  }),
  getObjective: endpoint({
    method: 'GET',
    path: '/events/{event_id}/objectives/{id}',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'exists',
    status: 200,
    params: byId,
    reply: Objective,
    refusals: ['objective_not_found'],
    summary: 'One objective with everything below it, never masked',
  }),
  deleteObjective: endpoint({
    method: 'DELETE',
    path: '/events/{event_id}/objectives/{id}',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 204,
    params: byId,
    refusals: ['event_locked', 'objective_not_found'],
    summary: 'Deletes an objective and everything below it, with conditions, facts and scores',
  }),
} as const
