import type { SomeExamples } from './call-example.ts'
import { ada, ben } from './people.ts'
import { effect } from './effect.ts'

const edits = [
  {
    kind: 'save_preset' as const,
    key: 'first-three',
    preset: { name: 'First three', points: [30, 20, 10], scoring_method: 'RANKED_TIME' as const, type: 'OBJECTIVE' as const },
  },
  {
    kind: 'save_objective' as const,
    key: 'headhunter',
    objective: {
      parent_id: 100,
      name: 'Headhunter',
      objective_type: 'ITEM' as const,
      aggregation: 'EARLIEST' as const,
      number_field: 'STACK_SIZE' as const,
      required_number: 1,
      conditions: [{ field: 'NAME' as const, operator: 'EQ' as const, value: 'Headhunter' }],
      scoring_preset_key: 'first-three',
    },
  },
  { kind: 'place_objective' as const, key: 'headhunter', parent_id: 100, before_id: 118 },
  { kind: 'set_dates' as const, ids: [118], valid_to: '2026-01-18T08:00:00.000Z' },
  { kind: 'delete_objective' as const, id: 119, base_version: 3 },
]
const body = { edits, definition_version: 4711, reason: 'Agreed on before the second evening' }

export const definitionExamples = {
  editDefinition: {
    body,
    reply: { definition_version: 4712, objective_ids: { headhunter: 131 }, scoring_preset_ids: { 'first-three': 22 } },
  },
  previewDefinition: {
    body,
    reply: {
      ...effect,
      facts: { read: 12_400, added: 3, removed: 1 },
      removed: { objectives: 1, conditions: 2, facts: 14, submissions: 0, points: 30 },
      computed_ms: 812,
    },
  },
  getDefinitionChanges: {
    reply: [
      { sequence: 4712, author: ada, reason: '"Headhunter" was added', timestamp: '2026-01-17T02:20:00.000Z' },
      { sequence: 4320, author: ben, reason: '"Ten divine orbs" was edited: valid_to', timestamp: '2026-01-16T20:00:00.000Z' },
    ],
  },
  getRematches: {
    reply: {
      is_pending: false,
      rematches: [{ objective_id: 131, reads: 'snapshots', done: 4200, total: 12_400, started_at: '2026-01-17T02:20:01.000Z' }],
    },
  },
} satisfies SomeExamples
