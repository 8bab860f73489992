import type { Operation } from '../operation.ts'

const byTeam = ({ team_id }: { team_id: number }) => ({ team_id })

export const teamOperations: readonly Operation[] = [
  { name: 'getTeams', method: 'GET', path: '/events/{event_id}/teams', status: 200, by: 'user' },
  {
    name: 'createTeam',
    method: 'PUT',
    path: '/events/{event_id}/teams',
    status: 201,
    by: 'admin',
    body: () => ({ name: 'Ödland ☀', abbreviation: 'ÖL', color: '#cc3344', allowed_classes: ['Necromancer'] }),
    fields: { name: 'text!', allowed_classes: 'list!', abbreviation: 'text', color: 'text' },
  },
  {
    name: 'addUsersToTeams',
    method: 'PUT',
    path: '/events/{event_id}/teams/users',
    status: 204,
    by: 'manager',
    body: ({ people, team_id }) => [{ user_id: people.user.id, team_id, is_team_lead: false }],
  },
  { name: 'getTeam', method: 'GET', path: '/events/{event_id}/teams/{team_id}', status: 200, by: 'user', at: byTeam },
  {
    name: 'deleteTeam',
    method: 'DELETE',
    path: '/events/{event_id}/teams/{team_id}',
    status: 204,
    by: 'admin',
    at: byTeam,
    unknown: 204,
  },
  { name: 'getUsersForEvent', method: 'GET', path: '/events/{event_id}/users', status: 200, by: 'user' },
  { name: 'getTeamSuggestions', method: 'GET', path: '/events/{event_id}/suggestions', status: 200, by: 'player' },
  {
    name: 'createObjectiveTeamSuggestion',
    method: 'PUT',
    path: '/events/{event_id}/suggestions/{objective_id}',
    status: 201,
    by: 'lead',
    at: ({ objective_id }) => ({ objective_id }),
    body: ({ objective_id }) => ({ objective_id, extra: 'two of these are enough ✓' }),
    fields: { extra: 'text' },
  },
  {
    name: 'deleteObjectiveTeamSuggestion',
    method: 'DELETE',
    path: '/events/{event_id}/suggestions/{objective_id}',
    status: 204,
    by: 'lead',
    at: ({ objective_id }) => ({ objective_id }),
    unknown: 204,
  },
]
