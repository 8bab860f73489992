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
    summary: "The caller's team: who plays now and since when, and what is missing to track each member",
  }),
} as const
