import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { FetchTimeline, OwnReading, PlayerTracking } from '../tracking.ts'

const { GET, POST } = callsOf('tracking')

export const trackingEndpoints = {
  getTracking: GET('/events/{event_id}/tracking', {
    keys: 'own',
    access: ['team_member', 'admin', 'manager'],
    reply: z.array(PlayerTracking),
    summary:
      'The readings of each player, gaps, and advice. Players see themselves, leads their team, admins and managers everyone',
  }),
  getFetchWindows: GET('/events/{event_id}/tracking/windows', {
    keys: null,
    access: ['admin', 'manager'],
    reply: z.array(FetchTimeline),
    summary: "The fetches of each of the event's sources, and every gap since the first fetch, with its reason",
  }),
  getOwnReading: GET('/events/{event_id}/tracking/self', {
    keys: 'own',
    access: ['team_member'],
    reply: OwnReading,
    summary: "When the caller's characters were last read, and whether a request to read them is open",
  }),
  wantOwnReading: POST('/events/{event_id}/tracking/self', {
    access: ['team_member'],
    reply: OwnReading,
    refusals: ['read_recently', 'not_connected'],
    needs_raw_data: true,
    summary:
      "Moves the caller's characters to the front of the queue; a job reads them as soon as the game's limits allow. Refused shortly after the last reading",
  }),
} as const
