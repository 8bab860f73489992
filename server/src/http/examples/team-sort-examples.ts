import type { SomeExamples } from './call-example.ts'
import { adasAccounts } from './people.ts'

const aims = {
  sizes: 1,
  playtime_buckets: 1,
  expected_hours: 1,
  likely_hours: 1,
  evenings: 1,
  experience: 1,
  help: 2,
  guild_owners: 1,
  stay: 0,
}
const wishes = { aims, locks: [{ user_id: 31, team_id: 7 }], together: [], apart: [[12, 31] as [number, number]], sizes: [] }
const draft = { ...wishes, seed: 40_213, moves: [{ user_id: 12, team_id: 8 }], made: { seed: 40_213, sort_version: 1, wishes } }
const entry = {
  row: '5f1c09ab77e2',
  present_team_id: null,
  expected_hours: 12,
  measured_hours: 9,
  experience: 1,
  needs_help: false,
  wants_to_help: true,
  is_guild_owner: false,
  evening: 3,
}
const proof = {
  id: 3,
  created_at: '2026-01-15T20:00:00.000Z',
  author: 'Ada',
  note: 'Drawn live, with the seed that was announced on Monday',
  made: {
    seed: 40_213,
    sort_version: 1,
    input: { team_ids: [7, 8], entries: [entry], rules: { locks: [], together: [], apart: [], sizes: [] }, aims },
    proposal: [{ row: entry.row, team_id: 7 }],
  },
  result: [{ row: entry.row, team_id: 7 }],
}

export const teamSortExamples = {
  getTeamSort: {
    reply: {
      fingerprint: '0b6a6e2a41f4c0a5f8d0f51d9e52f3aa',
      people: [
        {
          user: adasAccounts,
          entry,
          application_status: 'applied',
          team_lead: false,
          partner_id: 31,
          partner_name: 'BenBuilds#7310',
          signed_up_at: '2026-01-04T19:22:41.000Z',
          history: [{ event_id: 2, name: 'Autumn Muster', highest_level: 93, measured_hours: 8.6 }],
          answers: [{ question_id: 1, answer: 'Evenings' }],
        },
      ],
      stored: { version: 4, draft },
      last: null,
    },
  },
  saveTeamSortDraft: { body: { draft, version: 4 }, reply: { version: 5, draft } },
  submitTeamSort: {
    body: {
      fingerprint: '0b6a6e2a41f4c0a5f8d0f51d9e52f3aa',
      proposal: { seed: 40_213, sort_version: 1, wishes, placements: [{ user_id: 12, team_id: 7 }] },
      assignments: [{ user_id: 12, team_id: 7 }],
      note: proof.note,
    },
    reply: proof,
  },
  undoTeamSort: {},
  getTeamSortProof: { reply: proof },
  getOwnSortRow: { reply: { row: entry.row } },
} satisfies SomeExamples
