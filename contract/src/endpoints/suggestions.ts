import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MessageBody, TeamSuggestion, TeamSuggestionCreate } from '../suggestions.ts'
import { byEvent, objective_id } from './params.ts'

const byObjective = byEvent.extend({ objective_id })

export const suggestionsEndpoints = {
  getTeamSuggestions: endpoint({
    method: 'GET',
    path: '/events/{event_id}/suggestions',
    tag: 'teams',
    access: ['team_member'],
    without_login: 'not_allowed',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(TeamSuggestion),
    summary: "What the caller's team leads suggest going for",
  }),
  createObjectiveTeamSuggestion: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/suggestions/{objective_id}',
    tag: 'teams',
    access: ['team_lead'],
    without_login: 'not_allowed',
    event: 'visible',
    status: 201,
    params: byObjective,
    body: TeamSuggestionCreate,
    reply: MessageBody,
    refusals: ['objective_not_found'],
    summary: "Suggests an objective to the caller's team, or changes its text",
  }),
  deleteObjectiveTeamSuggestion: endpoint({
    method: 'DELETE',
    path: '/events/{event_id}/suggestions/{objective_id}',
    tag: 'teams',
    access: ['team_lead'],
    without_login: 'not_allowed',
    event: 'visible',
    status: 204,
    params: byObjective,
    summary: "Removes a suggestion of the caller's team; does nothing if there is none",
  }),
} as const
