import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { FetchTimeline, PlayerTracking } from '../tracking.ts'

const { GET } = callsOf('tracking')

export const trackingEndpoints = {
  getTracking: GET('/events/{event_id}/tracking', {
    access: ['team_member', 'admin', 'manager'],
    reply: z.array(PlayerTracking),
    summary:
      'What Muster reads for each player, what is missing and what to do. Players see themselves, leads their team, admins and managers everyone',
  }),
  getFetchWindows: GET('/events/{event_id}/tracking/windows', {
    access: ['admin', 'manager'],
    reply: z.array(FetchTimeline),
    summary: "The fetches of each of the event's sources, and every gap since the first fetch, with its reason",
  }),
} as const
