import { endpoint } from '../endpoint.ts'
import { Clock } from '../events.ts'
import { Health, Readiness } from '../health.ts'
import { ItemImages } from '../item-images.ts'

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
    summary: 'Whether this server can write to and read from its database',
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
    summary: 'Which roles are behind, and since when',
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
  getItemImages: endpoint({
    method: 'GET',
    path: '/item-images',
    tag: 'server',
    access: 'public',
    event: 'none',
    status: 200,
    reply: ItemImages,
    summary: 'Where pages may load the pictures of items from: addresses of other hosts are not asked for',
  }),
} as const
