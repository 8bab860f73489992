import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Clock } from '../events.ts'
import { Health, Readiness } from '../health.ts'
import { Outage, OutageNote, Status, StatusSettings } from '../status.ts'
import { outage_id } from './params.ts'

export const serverEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/health',
    tag: 'server',
    access: 'public',
    event: 'none',
    status: 200,
    reply: Health,
    refusals: ['unavailable'],
    summary: 'Whether this server can write to its database and read from it',
  }),
  getReadiness: endpoint({
    method: 'GET',
    path: '/ready',
    tag: 'server',
    access: 'public',
    event: 'none',
    status: 200,
    reply: Readiness,
    refusals: ['unavailable'],
    summary: 'The roles that are behind, and since when',
  }),
  getStatus: endpoint({
    method: 'GET',
    path: '/status',
    tag: 'server',
    access: 'public',
    event: 'none',
    status: 200,
    reply: Status,
    refusals: ['unavailable'],
    summary:
      'Whether everything is running, and the newest outages; for organisers, and for everyone if an admin has made it public',
  }),
  saveStatusSettings: endpoint({
    method: 'PUT',
    path: '/status/settings',
    tag: 'server',
    access: ['admin'],
    event: 'none',
    status: 204,
    body: StatusSettings,
    summary: 'Shows the status to everyone, or to organisers only',
  }),
  noteOutage: endpoint({
    method: 'PUT',
    path: '/status/outages/{outage_id}/note',
    tag: 'server',
    access: ['admin'],
    event: 'none',
    status: 200,
    params: z.object({ outage_id }),
    body: OutageNote,
    reply: Outage,
    refusals: ['outage_not_found', 'changed_meanwhile'],
    summary: 'Sets the public note on an outage; null removes it',
  }),
  getClock: endpoint({
    method: 'GET',
    path: '/clock',
    tag: 'events',
    access: 'public',
    event: 'none',
    status: 200,
    reply: Clock,
    summary: 'The event clock of this server',
  }),
} as const
