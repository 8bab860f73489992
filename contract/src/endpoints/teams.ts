import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { largestUpload_bytes, PictureUpload } from '../pictures.ts'
import { LogoQuery, Team, TeamCreate, TeamUserCreates } from '../teams.ts'
import { UsersByTeam } from '../users.ts'

const { GET, PUT, DELETE } = callsOf('teams')

export const teamsEndpoints = {
  getTeams: GET('/events/{event_id}/teams', {
    keys: 'public',
    access: 'public',
    reply: z.array(Team),
    summary: 'The teams of an event',
  }),
  createTeam: PUT('/events/{event_id}/teams', {
    access: ['admin'],
    status: 201,
    body: TeamCreate,
    reply: Team,
    refusals: ['event_locked', 'team_not_found', 'changed_meanwhile'],
    summary: 'Creates a team, or changes the one with this id',
  }),
  addUsersToTeams: PUT('/events/{event_id}/teams/users', {
    access: ['admin', 'manager'],
    body: TeamUserCreates,
    refusals: ['team_not_found', 'user_not_found'],
    summary:
      'Assigns users to teams, all or none; team 0 removes a user from their team. Only admins can add users without a signup',
  }),
  getTeam: GET('/events/{event_id}/teams/{team_id}', {
    keys: 'public',
    access: 'public',
    reply: Team,
    refusals: ['team_not_found'],
    summary: 'One team',
  }),
  deleteTeam: DELETE('/events/{event_id}/teams/{team_id}', {
    access: ['admin'],
    refusals: ['team_not_found'],
    summary: 'Deletes a team with everything it has collected, also in locked events; deleting it again is not an error',
  }),
  uploadTeamLogo: PUT('/events/{event_id}/teams/{team_id}/logo', {
    access: ['admin'],
    body: PictureUpload,
    largest_body_bytes: largestUpload_bytes,
    reply: Team,
    refusals: ['event_locked', 'team_not_found'],
    summary: "Replaces a team's logo with a PNG, JPEG or WebP picture, which is redrawn in the displayed size",
  }),
  deleteTeamLogo: DELETE('/events/{event_id}/teams/{team_id}/logo', {
    access: ['admin'],
    reply: Team,
    refusals: ['event_locked', 'team_not_found'],
    summary: "Removes a team's logo; does nothing if there is none",
  }),
  getTeamLogo: GET('/events/{event_id}/teams/{team_id}/logo', {
    keys: 'public',
    access: 'public',
    event: 'exists',
    query: LogoQuery,
    required_query: ['hash'],
    answer_type: 'image/webp',
    refusals: ['logo_not_found'],
    summary: "A team's logo by its address; pictures are loaded without a login, so the hash in the address grants access",
  }),
  getUsersForEvent: GET('/events/{event_id}/users', {
    keys: 'public',
    access: 'public',
    reply: UsersByTeam,
    summary: 'The participants of an event by team',
  }),
} as const
