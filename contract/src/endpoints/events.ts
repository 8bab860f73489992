import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Event, EventStatus } from '../events.ts'
import { byEvent } from './params.ts'

export const eventsEndpoints = {
  getEvents: endpoint({
    method: 'GET',
    path: '/events',
    tag: 'events',
    access: 'public',
    event: 'none',
    status: 200,
    reply: z.array(Event),
    summary: 'All events the caller may see: admins all, others the public ones',
  }),
  getEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}',
    tag: 'events',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: Event,
    summary: 'One event with its teams',
  }),
  getEventStatus: endpoint({
    method: 'GET',
    path: '/events/{event_id}/status',
    tag: 'events',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: EventStatus,
    summary: "The caller's place in the event: team, lead, application",
  }),
} as const
