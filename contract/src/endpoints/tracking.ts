import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FetchTimeline, PlayerTracking } from '../tracking.ts'
import { byEvent } from './params.ts'

export const trackingEndpoints = {
  getTracking: endpoint({
    method: 'GET',
    path: '/events/{event_id}/tracking',
    tag: 'tracking',
    access: ['team_member', 'admin', 'manager'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(PlayerTracking),
    summary:
      'What Muster reads for each player, what is missing and what to do. Players see themselves, leads their team, admins and managers everyone',
  }),
  getFetchWindows: endpoint({
    method: 'GET',
    path: '/events/{event_id}/tracking/windows',
    tag: 'tracking',
    access: ['admin', 'manager'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(FetchTimeline),
    summary: "The fetches of each of the event's sources, and every gap since the first fetch, with its reason",
  }),
} as const
