import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { EventRules, EventRulesWrite } from '../event-rules.ts'
import { numberParam } from '../query.ts'

const { GET, PUT } = callsOf('events')

export const eventRulesEndpoints = {
  getEventRules: GET('/events/{event_id}/rules', {
    keys: 'public',
    access: 'public',
    query: z.object({ version: numberParam().optional() }),
    reply: EventRules,
    refusals: ['rules_not_found'],
    summary: "An event's rules in the given version, by default the latest",
  }),
  writeEventRules: PUT('/events/{event_id}/rules', {
    access: ['admin', 'manager'],
    body: EventRulesWrite,
    reply: EventRules,
    refusals: ['rules_changed'],
    summary:
      'Publishes a new version of the rules, unless someone else has in the meantime; an unchanged text creates no version',
  }),
} as const
