import { endpoint } from '../endpoint.ts'
import { Clock } from '../events.ts'
import { Health } from '../health.ts'

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
    summary: 'Whether this server can answer',
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
