import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { OwnSortRow, SortDraftEdit, StoredSortDraft, TeamSort, TeamSortProof, TeamSortSubmit } from '../team-sort.ts'
import { byEvent, event_id, sort_id } from './params.ts'

const organisers = ['admin', 'manager'] as const

export const teamSortEndpoints = {
  getTeamSort: endpoint({
    method: 'GET',
    path: '/events/{event_id}/team-sort',
    tag: 'team sort',
    access: organisers,
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: TeamSort,
    summary: "Everyone who can be sorted into teams, the organisers' draft, and the latest submission",
  }),
  saveTeamSortDraft: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/team-sort/draft',
    tag: 'team sort',
    access: organisers,
    event: 'visible',
    status: 200,
    params: byEvent,
    body: SortDraftEdit,
    reply: StoredSortDraft,
    refusals: ['changed_meanwhile'],
    needs_raw_data: true,
    summary: 'Saves the draft for all organisers; nobody is assigned to a team yet',
  }),
  submitTeamSort: endpoint({
    method: 'POST',
    path: '/events/{event_id}/team-sort',
    tag: 'team sort',
    access: organisers,
    event: 'visible',
    status: 201,
    params: byEvent,
    body: TeamSortSubmit,
    reply: TeamSortProof,
    refusals: ['changed_meanwhile', 'team_not_found', 'user_not_found'],
    needs_raw_data: true,
    summary: 'Assigns people to teams, all or none, and publishes the data the teams were computed from',
  }),
  undoTeamSort: endpoint({
    method: 'DELETE',
    path: '/events/{event_id}/team-sort/{sort_id}',
    tag: 'team sort',
    access: organisers,
    event: 'visible',
    status: 204,
    params: z.object({ event_id, sort_id }),
    refusals: ['team_sort_not_found', 'changed_meanwhile'],
    needs_raw_data: true,
    summary: 'Moves everyone back into the teams from before the latest submission, if nothing has changed since',
  }),
  getTeamSortProof: endpoint({
    method: 'GET',
    path: '/events/{event_id}/team-sort/proof',
    tag: 'team sort',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: TeamSortProof.nullable(),
    summary:
      "The published data the event's teams were computed from, so that everyone can recompute them; null if nothing was submitted",
  }),
  getOwnSortRow: endpoint({
    method: 'GET',
    path: '/events/{event_id}/team-sort/proof/self',
    tag: 'team sort',
    access: ['user'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: OwnSortRow,
    refusals: ['team_sort_not_found'],
    summary: "The caller's row in the proof, null if there is none",
  }),
} as const
