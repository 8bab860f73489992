import { expect, test } from 'vitest'
import type { EventDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { createEngine, rebuild } from './engine.ts'
import type { Fact } from './ledger.ts'

test('increments and a rebuild agree on a small event', () => {
  const o = (id: number, parent_id: number | null, more: Partial<ObjectiveDefinition>): ObjectiveDefinition => ({
    id,
    parent_id,
    name: `o${id}`,
    extra: '',
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    required_number: 1,
    hide_progress: false,
    valid_from: null,
    valid_to: null,
    conditions: [],
    scoring_preset_id: null,
    ...more,
  })
  const def: EventDefinition = {
    start_at: null,
    end_at: null,
    team_ids: [1, 2],
    objectives: [
      o(1, null, { objective_type: 'CATEGORY', aggregation: 'NONE', scoring_preset_id: 2 }),
      o(2, 1, { scoring_preset_id: 1 }),
      o(3, 1, { aggregation: 'MAXIMUM', scoring_preset_id: 3 }),
    ],
    presets: [
      { id: 1, scoring_method: 'RANKED_TIME', points: [10, 5], point_cap: 0 },
      { id: 2, scoring_method: 'BONUS_PER_COMPLETION', points: [3, 4], point_cap: 0 },
      { id: 3, scoring_method: 'PRESENCE', points: [7], point_cap: 0 },
    ],
  }
  const f = (sequence: number, objective_id: number, team_id: number, number: number, timestamp: number): Fact => ({
    kind: 'fact',
    sequence,
    objective_id,
    team_id,
    user_id: null,
    source: 'stash:a',
    number,
    timestamp,
  })
  const facts = [f(1, 2, 1, 1, 100), f(2, 2, 2, 1, 90), f(3, 3, 1, 1, 120)]
  const engine = createEngine(def, 0)
  const out = engine.apply(facts, 200)

  expect(engine.scoreboard()).toEqual(rebuild(def, facts, 200).scoreboard())
})
