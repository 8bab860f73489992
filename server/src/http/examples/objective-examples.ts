import type { ConditionMappings } from '@muster/contract/condition-mappings'
import { validMappings } from '@muster/domain/conditions/mappings'
import type { z } from 'zod'
import type { SomeExamples } from './call-example.ts'
import { ada, ben } from './people.ts'
import { effect } from './effect.ts'

const condition = { id: 402, field: 'BASE_TYPE' as const, operator: 'EQ' as const, value: 'Divine Orb', any_of: null }
const preset = {
  id: 21,
  name: 'First, second, third',
  description: 'The first three teams get points',
  points: [30, 20, 10],
  point_cap: 0,
  scoring_method: 'RANKED_TIME' as const,
  type: 'OBJECTIVE' as const,
  version: 1,
}
const stepsOfOrbs = {
  ...preset,
  id: 22,
  name: 'Steps of orbs',
  description: 'More for the tenth orb',
  points: [2, 5],
  scoring_method: 'POINTS_BY_THRESHOLD' as const,
  parameters: { thresholds: [5, 10] },
}
const maxOfSet = {
  ...preset,
  id: 23,
  name: 'Most of a set',
  description: 'Gold, silver and bronze for 60 percent of a set',
  points: [10_000, 100, 1, 0],
  scoring_method: 'RANKED_COMPLETION_TIME' as const,
  type: 'CATEGORY' as const,
  parameters: { required_percent: 60 },
}
const window = { valid_from: null, valid_to: '2026-01-18T08:00:00.000Z' }
const objective = {
  id: 118,
  parent_id: 100,
  name: 'Ten divine orbs',
  extra: 'In tabs visible to the whole team',
  objective_type: 'ITEM' as const,
  aggregation: 'EARLIEST' as const,
  number_field: 'STACK_SIZE' as const,
  required_number: 10,
  hide_progress: false,
  reports: null,
  report_proof: null,
  ...window,
  conditions: [condition],
  version: 1,
  scoring_preset_id: 21,
  scoring_preset: preset,
  further_preset_ids: [22],
  finished_by: 'all' as const,
  children: [],
}
const root = {
  id: 100,
  parent_id: null,
  name: 'Winter Race',
  extra: '',
  objective_type: 'CATEGORY' as const,
  aggregation: 'NONE' as const,
  number_field: 'FINISHED_OBJECTIVES' as const,
  required_number: 1,
  hide_progress: false,
  reports: null,
  report_proof: null,
  valid_from: null,
  valid_to: null,
  conditions: [],
  version: 1,
  scoring_preset_id: null,
  scoring_preset: null,
  children: [objective],
}
/** The real reply, equal on every server. */
const mappings = structuredClone(validMappings) as z.input<typeof ConditionMappings>
const correction = {
  id: 5,
  kind: 'addition' as const,
  objective_id: 118,
  team_id: 7,
  user_id: 12,
  number: 10,
  timestamp: '2026-01-17T02:14:00.000Z',
  tab: null,
  from: null,
  to: null,
  reason: 'Seen on stream; the tab was not public at that time',
  public_note: null,
  proof: null,
  author: ben,
  approval: null,
  created_at: null,
  withdrawal: null,
}
const stretch = { from: '2026-01-17T02:00:00.000Z', to: '2026-01-17T02:30:00.000Z' }
const exclusion = {
  ...correction,
  id: 6,
  kind: 'interval' as const,
  objective_id: null,
  user_id: null,
  number: null,
  timestamp: null,
  ...stretch,
  reason: 'The game counted twice during its outage',
  public_note: 'Items found during the outage do not count',
  created_at: '2026-01-17T03:02:00.000Z',
}

const points = {
  ...correction,
  id: 7,
  kind: 'points' as const,
  objective_id: null,
  number: 250,
  timestamp: null,
  reason: 'Helped the referee for an hour',
  proof: 'https://video.example/clip/12',
  approval: { state: 'waiting' as const, judge: null, reason: null },
  created_at: '2026-01-17T02:14:00.000Z',
}

const suggestion = {
  objective_id: 118,
  extra: 'Ada first, we need them for the cards',
  version: 5,
  position: 1,
  window: 0,
  written_by: ada,
  written_at: '2026-01-16T19:40:00.000Z',
  seen: 2,
  taken_by: [ada],
}
const teamWishes = {
  team_id: 7,
  wishes: [
    {
      id: 14,
      user: ada,
      kind: 'unique' as const,
      name: 'Headhunter',
      position: 1,
      is_build_enabling: true,
      fulfilled_at: null,
      is_ticked_by_hand: false,
      added_at: '2026-01-17T18:20:00.000Z',
    },
  ],
}
const plan = {
  version: 7,
  windows: [{ name: 'First hour', starts_at: null, ends_at: '2026-01-16T19:00:00.000Z' }],
  message: null,
  entries: [suggestion, { ...suggestion, objective_id: 131, position: 2, window: null, taken_by: [] }],
  members: 8,
}

const orbPicture = 'https://web.poecdn.com/image/Art/2DItems/Currency/CurrencyModValues.png?scale=1&w=1&h=1'

export const objectiveExamples = {
  getItemImages: { reply: { origin: 'https://web.poecdn.com' } },
  getObjectivePictures: { reply: [{ objective_id: 118, address: orbPicture }] },
  findItemPictures: { reply: [{ name: 'Divine Orb', is_unique: false, address: orbPicture }] },
  getObjectiveTreeForEvent: { reply: root },
  getObjective: { reply: objective },
  createObjective: {
    body: {
      parent_id: 100,
      name: 'Ten divine orbs',
      extra: 'In tabs visible to the whole team',
      objective_type: 'ITEM',
      aggregation: 'EARLIEST',
      number_field: 'STACK_SIZE',
      required_number: 10,
      hide_progress: false,
      reports: null,
      report_proof: null,
      ...window,
      conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Divine Orb' }],
      scoring_preset_id: 21,
      further_preset_ids: [22],
      finished_by: 'all',
    },
    reply: objective,
  },
  deleteObjective: {},
  createCondition: { body: { objective_id: 118, field: 'BASE_TYPE', operator: 'EQ', value: 'Divine Orb' }, reply: condition },
  testConditions: {
    body: { name: '', typeLine: 'Divine Orb', baseType: 'Divine Orb', frameType: 5, stackSize: 12, ilvl: 0, w: 1, h: 1 },
    reply: [
      {
        ObjectiveId: 118,
        Number: 12,
        Matches: true,
        Obstacles: [],
        Conditions: [
          {
            Field: 'BASE_TYPE',
            Operator: 'EQ',
            Value: 'Divine Orb',
            AnyOf: null,
            Seen: 'Divine Orb',
            Holds: true,
            Refused: null,
          },
        ],
      },
    ],
  },
  getValidMappings: { reply: mappings },
  deleteCondition: {},
  getScoringPresetsForEvent: { reply: [preset, stepsOfOrbs, maxOfSet] },
  createScoringPreset: {
    body: {
      name: maxOfSet.name,
      description: maxOfSet.description,
      points: maxOfSet.points,
      point_cap: 0,
      scoring_method: 'RANKED_COMPLETION_TIME',
      type: 'CATEGORY',
      parameters: maxOfSet.parameters,
    },
    reply: maxOfSet,
  },
  deleteScoringPreset: { reply: {} },
  getCorrections: { reply: [points, exclusion, correction] },
  getManualPoints: {
    reply: [
      {
        sequence: 90_412,
        team_id: 7,
        user: ada,
        points: 250,
        timestamp: 1_768_616_040,
        note: points.reason,
        proof: points.proof,
        author: ben,
        approver: ada,
      },
    ],
  },
  createManualPoints: {
    body: { team_id: 7, user_id: 12, points: 250, reason: points.reason, proof: points.proof },
    reply: points,
  },
  decideManualPoints: {
    body: { is_approved: true },
    reply: { ...points, approval: { state: 'approved', judge: ada, reason: null } },
  },
  createCorrection: {
    body: {
      objective_id: 118,
      team_id: 7,
      user_id: 12,
      number: 10,
      timestamp: correction.timestamp,
      reason: correction.reason,
    },
    reply: correction,
  },
  createExclusion: {
    body: { kind: 'interval', team_id: 7, ...stretch, reason: exclusion.reason, public_note: exclusion.public_note },
    reply: exclusion,
  },
  previewCorrection: {
    body: { kind: 'exclude', exclusion: { kind: 'interval', team_id: 7, ...stretch, reason: exclusion.reason } },
    reply: effect,
  },
  withdrawCorrection: {
    body: { reason: 'Given to the wrong team' },
    reply: { ...correction, withdrawal: { author: ada, reason: 'Given to the wrong team' } },
  },
  getTeamSuggestions: { reply: [suggestion] },
  createObjectiveTeamSuggestion: {
    body: { extra: 'Ada first, we need them for the cards' },
    reply: { message: 'Suggestion saved' },
  },
  deleteObjectiveTeamSuggestion: {},
  takeSuggestion: {},
  leaveSuggestion: {},
  getTeamPlan: { reply: plan },
  arrangeTeamPlan: {
    body: { version: 6, windows: plan.windows, entries: [{ objective_id: 118, window: 0 }, { objective_id: 131 }] },
    reply: plan,
  },
  markPlanSeen: { body: { entries: [{ objective_id: 118, version: 5 }] } },
  getTeamWishes: { reply: teamWishes },
  findWantedItems: {
    reply: {
      items: [
        {
          kind: 'unique',
          name: 'Headhunter',
          places: [{ guild_tab_id: '6a1f0c9b2e', tab_name: 'Uniques', owner: null, items: 1 }],
          places_total: 1,
          objectives: [{ objective_id: 118, is_certain: true }],
        },
      ],
      guild_tabs: 24,
      public_tabs: 61,
    },
  },
  readWishes: {
    body: { text: 'Headhunter' },
    reply: { form: 'name', candidates: [{ kind: 'unique', name: 'Headhunter', is_known: true, is_wished: false }] },
  },
  addWishes: { body: { wishes: [{ kind: 'unique', name: 'Headhunter', is_build_enabling: true }] }, reply: teamWishes },
  changeWish: { body: { is_fulfilled: true }, reply: teamWishes },
  removeWish: {},
  moveWish: { body: { before: null }, reply: teamWishes },
  getPlanReaders: { reply: [{ objective_id: 118, user_ids: [12, 14] }] },
  getTree: {
    reply: {
      game_version: 'poe1',
      kind: 'passive',
      patch: '3_29',
      nodes: [
        { id: 29045, name: 'Start', kind: 'start', stats: [], ascendancy: null, x: 0, y: 0 },
        {
          id: 48213,
          name: 'Far Shores',
          kind: 'notable',
          stats: ['Maps have 10% increased quantity of items found'],
          ascendancy: null,
          x: 310.5,
          y: -120,
        },
      ],
      edges: [[29045, 48213, 0]],
    },
  },
} satisfies SomeExamples
