import { endpoint } from '../endpoint.ts'
import { Objective } from '../objectives.ts'
import { byEvent } from './params.ts'

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
} as const
