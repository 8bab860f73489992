import { z } from 'zod'
import { ConditionMappings } from '../condition-mappings.ts'
import { CheckResult, Condition, ConditionCreate, TestedItem } from '../conditions.ts'
import { endpoint } from '../endpoint.ts'
import { byEvent, condition_id, objective_id } from './params.ts'

export const conditionsEndpoints = {
  createCondition: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/conditions',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'exists',
    status: 201,
    params: byEvent,
    body: ConditionCreate,
    reply: Condition,
    refusals: ['event_locked', 'event_final', 'objective_not_found', 'condition_not_found'],
    summary: 'Adds a condition to an objective, or overwrites or moves the one with the id given',
  }),
  testConditions: endpoint({
    method: 'POST',
    path: '/events/{event_id}/conditions/test',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({
      /** Answers for this objective alone, even if the item does not complete it, with the result of every condition. */
      explain: objective_id.optional(),
    }),
    body: TestedItem,
    reply: z.array(CheckResult),
    refusals: ['objective_not_found'],
    summary: 'The objectives that an item completes, at any time; with `explain`, the reasons for one objective',
  }),
  getValidMappings: endpoint({
    method: 'GET',
    path: '/events/{event_id}/conditions/valid-mappings',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'exists',
    status: 200,
    params: byEvent,
    reply: ConditionMappings,
    summary: 'The operators of each item field, and the numbers of each kind of objective',
  }),
  deleteCondition: endpoint({
    method: 'DELETE',
    path: '/events/{event_id}/conditions/{id}',
    tag: 'objectives',
    access: ['admin', 'objective_designer'],
    event: 'exists',
    status: 204,
    params: byEvent.extend({ id: condition_id }),
    refusals: ['event_locked', 'event_final', 'condition_not_found'],
    summary: 'Removes a condition from its objective',
  }),
} as const
