import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TwitchStream } from '../streams.ts'
import { byEvent } from './params.ts'

export const streamsEndpoints = {
  getStreams: endpoint({
    method: 'GET',
    path: '/events/{event_id}/streams',
    tag: 'streams',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(TwitchStream),
    summary: 'Participants who are live on Twitch, most viewers first; 503 while Twitch does not respond',
  }),
} as const
