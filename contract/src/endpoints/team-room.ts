import { callsOf } from './calls-of.ts'
import { TeamRoom } from '../team-room.ts'

const { GET } = callsOf('teams')

export const teamRoomEndpoints = {
  getTeamRoom: GET('/events/{event_id}/team-room', {
    keys: 'team',
    access: ['team_member'],
    reply: TeamRoom,
    summary: "The caller's team: who is playing and since when, and anything that prevents tracking a member",
  }),
} as const
