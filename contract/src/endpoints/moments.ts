import { z } from 'zod'
import { frameRates, maxClip_seconds, Moment, momentOrders } from '../moments.ts'
import { countParam, numberParam } from '../query.ts'
import { callsOf } from './calls-of.ts'
import { team_id } from './params.ts'

const { GET } = callsOf('streams')

export const momentsEndpoints = {
  getMoments: GET('/events/{event_id}/moments', {
    access: 'public',
    keys: 'public',
    query: z.object({
      /** Only of this team. */
      team_id: team_id.optional(),
      /** `top`: moments that took the lead or finished an objective first, then by points. */
      order: z.enum(momentOrders).default('newest'),
      limit: numberParam(200).default(50),
    }),
    reply: z.array(Moment),
    summary: 'Gained points and finished objectives that were seen on a stream, with the second of the stream',
  }),
  getMomentTable: GET('/events/{event_id}/moments.csv', {
    access: 'public',
    keys: 'public',
    query: z.object({ team_id: team_id.optional() }),
    answer_type: 'text/csv',
    reply: z.string(),
    summary:
      'The moments of the event with their streams, the newest 20,000, oldest first, as comma-separated values; times in UTC',
  }),
  getMomentTimeline: GET('/events/{event_id}/moments.edl', {
    access: 'public',
    keys: 'public',
    query: z.object({
      team_id: team_id.optional(),
      order: z.enum(momentOrders).default('top'),
      limit: numberParam(200).default(20),
      /** Frames a second of the project in the editor. */
      frame_rate: z.enum(frameRates).default('60'),
      before_seconds: countParam(maxClip_seconds).default(15),
      after_seconds: numberParam(maxClip_seconds).default(10),
    }),
    answer_type: 'text/plain',
    reply: z.string(),
    summary: 'Moments as a cut list for video editors (CMX 3600), in the order of their times: a clip around each moment',
  }),
} as const
