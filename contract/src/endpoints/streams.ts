import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { TwitchStream } from '../streams.ts'

const { GET } = callsOf('streams')

export const streamsEndpoints = {
  getStreams: GET('/events/{event_id}/streams', {
    keys: 'public',
    access: 'public',
    reply: z.array(TwitchStream),
    summary: 'Participants who are live on Twitch, most viewers first; 503 while Twitch does not respond',
  }),
} as const
