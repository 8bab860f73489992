import type { Operation } from '../operation.ts'
import { eventBody } from '../scene.ts'

const fields = {
  name: 'text!',
  game_version: 'enum!',
  max_size: 'integer!',
  application_start_time: 'time!',
  application_end_time: 'time!',
  event_start_time: 'time!',
  event_end_time: 'time!',
  waitlist_size: 'count!',
  is_current: 'flag',
  is_public: 'flag',
  is_locked: 'flag',
  patch: 'text',
} as const

export const eventOperations: readonly Operation[] = [
  { name: 'getEvents', method: 'GET', path: '/events', status: 200, by: 'user' },
  { name: 'createEvent', method: 'PUT', path: '/events', status: 201, by: 'admin', body: eventBody, fields },
  { name: 'getEvent', method: 'GET', path: '/events/{event_id}', status: 200, by: 'user' },
  { name: 'deleteEvent', method: 'DELETE', path: '/events/{event_id}', status: 204, by: 'admin' },
  {
    name: 'duplicateEvent',
    method: 'POST',
    path: '/events/{event_id}/duplicate',
    status: 201,
    by: 'admin',
    body: eventBody,
    fields,
  },
  { name: 'getEventStatus', method: 'GET', path: '/events/{event_id}/status', status: 200, by: 'player' },
  { name: 'getEventRules', method: 'GET', path: '/events/{event_id}/rules', status: 200, by: 'user', is_ours: true },
  {
    name: 'writeEventRules',
    method: 'PUT',
    path: '/events/{event_id}/rules',
    status: 200,
    by: 'manager',
    body: () => ({ text: '# Regeln ☀', base_version: 0 }),
    fields: { text: 'text', base_version: 'count!' },
    is_ours: true,
  },
  {
    name: 'getEventProblems',
    method: 'GET',
    path: '/events/{event_id}/problems',
    status: 200,
    by: 'objective_designer',
    is_ours: true,
  },
  { name: 'getLadder', method: 'GET', path: '/events/{event_id}/ladder', status: 200, by: 'user' },
  { name: 'getStreams', method: 'GET', path: '/events/{event_id}/streams', status: 200, by: 'user' },
]
