import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PlayerRecord, RecordSharing, RecordSharingUpdate } from '../records.ts'
import { user_id } from './params.ts'

export const recordsEndpoints = {
  getPlayerRecord: endpoint({
    method: 'GET',
    path: '/users/{user_id}/record',
    tag: 'users',
    access: 'public',
    event: 'none',
    status: 200,
    params: z.object({ user_id }),
    reply: PlayerRecord,
    refusals: ['user_not_found'],
    summary: "A player's record over their events, as far as they share it; 404 if it is private",
  }),
  saveRecordSharing: endpoint({
    method: 'PUT',
    path: '/users/self/record-sharing',
    tag: 'users',
    access: ['user'],
    event: 'none',
    status: 200,
    body: RecordSharingUpdate,
    reply: RecordSharing,
    summary: "Sets who can see the caller's record",
  }),
} as const
