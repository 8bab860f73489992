import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import {
  MessageBody,
  SeenSuggestions,
  SuggestionReaders,
  TeamPlan,
  TeamPlanArrangement,
  TeamSuggestion,
  TeamSuggestionCreate,
} from '../suggestions.ts'

const { GET, PUT, DELETE } = callsOf('teams')

export const suggestionsEndpoints = {
  getTeamSuggestions: GET('/events/{event_id}/suggestions', {
    keys: 'team',
    access: ['team_member'],
    without_login: 'not_allowed',
    reply: z.array(TeamSuggestion),
    summary: "The objectives that the caller's team leads suggest",
  }),
  createObjectiveTeamSuggestion: PUT('/events/{event_id}/suggestions/{objective_id}', {
    access: ['team_lead'],
    without_login: 'not_allowed',
    status: 201,
    body: TeamSuggestionCreate,
    reply: MessageBody,
    refusals: ['objective_not_found', 'changed_meanwhile', 'plan_full'],
    needs_raw_data: true,
    summary: "Suggests an objective to the caller's team, or changes its text",
  }),
  deleteObjectiveTeamSuggestion: DELETE('/events/{event_id}/suggestions/{objective_id}', {
    access: ['team_lead'],
    without_login: 'not_allowed',
    summary: "Removes a suggestion of the caller's team; does nothing if there is none",
  }),
  takeSuggestion: PUT('/events/{event_id}/suggestions/{objective_id}/taken', {
    access: ['team_member'],
    refusals: ['suggestion_not_found'],
    needs_raw_data: true,
    summary: 'Records that the caller is working on the objective; repeating it changes nothing',
  }),
  leaveSuggestion: DELETE('/events/{event_id}/suggestions/{objective_id}/taken', {
    access: ['team_member'],
    summary: 'Records that the caller is no longer working on the objective; otherwise does nothing',
  }),
  getTeamPlan: GET('/events/{event_id}/plan', {
    keys: 'team',
    access: ['team_member'],
    reply: TeamPlan,
    summary: "The plan of the caller's team: its leads' suggestions in order, with time windows and the members working on each",
  }),
  arrangeTeamPlan: PUT('/events/{event_id}/plan', {
    access: ['team_lead'],
    body: TeamPlanArrangement,
    reply: TeamPlan,
    refusals: ['objective_not_found', 'changed_meanwhile'],
    needs_raw_data: true,
    summary: "Sets time windows and order of the caller's team's plan, and adds to it",
  }),
  markPlanSeen: PUT('/events/{event_id}/plan/seen', {
    access: ['team_member'],
    body: SeenSuggestions,
    needs_raw_data: true,
    summary: 'Records that the caller has seen suggestions; repeating it changes nothing',
  }),
  getPlanReaders: GET('/events/{event_id}/plan/seen', {
    keys: null,
    access: ['team_lead'],
    reply: z.array(SuggestionReaders),
    summary: "The members of the caller's team who have seen each suggestion",
  }),
} as const
