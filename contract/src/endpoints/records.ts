import { callsOf } from './calls-of.ts'
import { PlayerRecord, RecordSharing, RecordSharingUpdate } from '../records.ts'

const { GET, PUT } = callsOf('users')

export const recordsEndpoints = {
  getPlayerRecord: GET('/users/{user_id}/record', {
    keys: 'public',
    access: 'public',
    reply: PlayerRecord,
    refusals: ['user_not_found'],
    summary: "A player's record over their events, as far as they share it; 404 if it is private",
  }),
  saveRecordSharing: PUT('/users/self/record-sharing', {
    access: ['user'],
    body: RecordSharingUpdate,
    reply: RecordSharing,
    summary: "Sets who can see the caller's record",
  }),
} as const
