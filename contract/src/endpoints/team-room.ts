import { endpoint } from '../endpoint.ts'
import { TeamRoom } from '../team-room.ts'
import { byEvent } from './params.ts'

export const teamRoomEndpoints = {
  getTeamRoom: endpoint({
    method: 'GET',
    path: '/events/{event_id}/team-room',
    tag: 'teams',
    access: ['team_member'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: TeamRoom,
    summary: "The caller's team: who is playing and since when, and anything that prevents tracking a member",
  }),
} as const
