import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Team } from '../teams.ts'
import { UsersByTeam } from '../users.ts'
import { byEvent } from './params.ts'

export const teamsEndpoints = {
  getTeams: endpoint({
    method: 'GET',
    path: '/events/{event_id}/teams',
    tag: 'teams',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(Team),
    summary: 'The teams of an event',
  }),
  getUsersForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/users',
    tag: 'teams',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: UsersByTeam,
    summary: 'The participants of an event by team',
  }),
} as const
