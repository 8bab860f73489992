import { callsOf } from './calls-of.ts'
import { OwnSortRow, SortDraftEdit, StoredSortDraft, TeamSort, TeamSortProof, TeamSortSubmit } from '../team-sort.ts'

const organisers = ['admin', 'manager'] as const

const { GET, PUT, POST, DELETE } = callsOf('team sort')

export const teamSortEndpoints = {
  getTeamSort: GET('/events/{event_id}/team-sort', {
    keys: null,
    access: organisers,
    reply: TeamSort,
    summary: "Everyone who can be sorted into teams, the organisers' draft, and the latest submission",
  }),
  saveTeamSortDraft: PUT('/events/{event_id}/team-sort/draft', {
    access: organisers,
    body: SortDraftEdit,
    reply: StoredSortDraft,
    refusals: ['changed_meanwhile'],
    needs_raw_data: true,
    summary: 'Saves the draft for all organisers; nobody is assigned to a team yet',
  }),
  submitTeamSort: POST('/events/{event_id}/team-sort', {
    access: organisers,
    status: 201,
    body: TeamSortSubmit,
    reply: TeamSortProof,
    refusals: ['changed_meanwhile', 'team_not_found', 'user_not_found'],
    needs_raw_data: true,
    summary: 'Assigns people to teams, all or none, and publishes the data the teams were computed from',
  }),
  undoTeamSort: DELETE('/events/{event_id}/team-sort/{sort_id}', {
    access: organisers,
    refusals: ['team_sort_not_found', 'changed_meanwhile'],
    needs_raw_data: true,
    summary: 'Moves everyone back into the teams from before the latest submission, if nothing has changed since',
  }),
  getTeamSortProof: GET('/events/{event_id}/team-sort/proof', {
    keys: 'public',
    access: 'public',
    reply: TeamSortProof.nullable(),
    summary:
      "The published data the event's teams were computed from, so that everyone can recompute them; null if nothing was submitted",
  }),
  getOwnSortRow: GET('/events/{event_id}/team-sort/proof/self', {
    keys: 'own',
    access: ['user'],
    reply: OwnSortRow,
    refusals: ['team_sort_not_found'],
    summary: "The caller's row in the proof, null if there is none",
  }),
} as const
