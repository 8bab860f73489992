import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EventRules, EventRulesWrite } from '../event-rules.ts'
import { numberParam } from '../query.ts'
import { byEvent } from './params.ts'

export const eventRulesEndpoints = {
  getEventRules: endpoint({
    method: 'GET',
    path: '/events/{event_id}/rules',
    tag: 'events',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({ version: numberParam().optional() }),
    reply: EventRules,
    refusals: ['rules_not_found'],
    summary: "An event's rules in the given version, by default the latest",
  }),
  writeEventRules: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/rules',
    tag: 'events',
    access: ['admin', 'manager'],
    event: 'visible',
    status: 200,
    params: byEvent,
    body: EventRulesWrite,
    reply: EventRules,
    refusals: ['rules_changed'],
    summary:
      'Publishes a new version of the rules, unless someone else has in the meantime; an unchanged text creates no version',
  }),
} as const
