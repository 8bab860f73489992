import { z } from 'zod'
import { ConditionMappings } from '../condition-mappings.ts'
import { CheckResult, Condition, ConditionCreate, TestedItem } from '../conditions.ts'
import { callsOf } from './calls-of.ts'
import { condition_id, event_id, objective_id } from './params.ts'

const { GET, PUT, POST, DELETE } = callsOf('objectives')

export const conditionsEndpoints = {
  createCondition: PUT('/events/{event_id}/conditions', {
    access: ['admin', 'objective_designer'],
    event: 'exists',
    status: 201,
    body: ConditionCreate,
    reply: Condition,
    refusals: ['event_locked', 'event_final', 'objective_not_found', 'condition_not_found'],
    summary: 'Adds a condition to an objective, or overwrites or moves the one with the id given',
  }),
  testConditions: POST('/events/{event_id}/conditions/test', {
    access: ['admin', 'objective_designer'],
    query: z.object({
      /** Answers for this objective alone, even if the item does not complete it, with the result of every condition. */
      explain: objective_id.optional(),
    }),
    body: TestedItem,
    reply: z.array(CheckResult),
    refusals: ['objective_not_found'],
    summary: 'The objectives that an item completes, at any time; with `explain`, the reasons for one objective',
  }),
  getValidMappings: GET('/events/{event_id}/conditions/valid-mappings', {
    keys: null,
    access: ['admin', 'objective_designer'],
    event: 'exists',
    reply: ConditionMappings,
    summary: 'The operators of each item field, and the numbers of each kind of objective',
  }),
  deleteCondition: DELETE('/events/{event_id}/conditions/{id}', {
    access: ['admin', 'objective_designer'],
    event: 'exists',
    params: z.object({ event_id, id: condition_id }),
    refusals: ['event_locked', 'event_final', 'condition_not_found'],
    summary: 'Removes a condition from its objective',
  }),
} as const
