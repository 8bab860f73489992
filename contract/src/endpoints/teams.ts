import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Team, TeamCreate, TeamUserCreates } from '../teams.ts'
import { UsersByTeam } from '../users.ts'
import { byEvent, event_id, team_id } from './params.ts'

const byTeam = z.object({ event_id, team_id })

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
  createTeam: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/teams',
    tag: 'teams',
    access: ['admin'],
    event: 'visible',
    status: 201,
    params: byEvent,
    body: TeamCreate,
    reply: Team,
    refusals: ['event_locked', 'team_not_found'],
    summary: 'Creates a team, or changes the one with this id',
  }),
  addUsersToTeams: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/teams/users',
    tag: 'teams',
    access: ['admin', 'manager'],
    event: 'visible',
    status: 204,
    params: byEvent,
    body: TeamUserCreates,
    refusals: ['team_not_found', 'user_not_found'],
    summary:
      'Puts users into teams, all or none; team 0 removes a user from their team. Only admins can add users without a signup',
  }),
  getTeam: endpoint({
    method: 'GET',
    path: '/events/{event_id}/teams/{team_id}',
    tag: 'teams',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byTeam,
    reply: Team,
    refusals: ['team_not_found'],
    summary: 'One team',
  }),
  deleteTeam: endpoint({
    method: 'DELETE',
    path: '/events/{event_id}/teams/{team_id}',
    tag: 'teams',
    access: ['admin'],
    event: 'visible',
    status: 204,
    params: byTeam,
    refusals: ['team_not_found'],
    summary: 'Deletes a team with everything it has collected, also in locked events; deleting it again is not an error',
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
