import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { describe, expect, test } from 'vitest'
import { buildScoreTree } from '../../api/scores/score-tree.ts'
import { anObjective, aTree } from '../../test-event.tsx'
import { listRules } from './list-rules.ts'
import { spellPoints } from './spell-points.ts'

const aPreset = (id: number, scoring_method: string, points: readonly number[], point_cap = 0, parameters?: object) =>
  ({
    id,
    name: `Preset ${id}`,
    description: '',
    points,
    point_cap,
    parameters,
    scoring_method,
    type: 'OBJECTIVE',
  }) as unknown as ScoringPreset
const presets = [
  aPreset(1, 'RANKED_TIME', [30, 20]),
  aPreset(2, 'BONUS_PER_COMPLETION', [1, 2]),
  aPreset(3, 'LOTTERY' as never, [7]),
]
const rulesOf = (...children: ReturnType<typeof anObjective>[]) =>
  listRules(buildScoreTree({ objective: aTree(...children) }, presets).categories.slice(0, 1))

describe('the rules of a branch', () => {
  test('are all presets of an objective with several', () => {
    const rules = rulesOf(anObjective({ id: 20, name: 'Ale', further_preset_ids: [3] }), anObjective({ id: 21, name: 'Mead' }))
    expect(rules.map(({ preset, objective_names }) => [preset.id, objective_names])).toEqual([
      [1, ['Ale', 'Mead']],
      [3, ['Ale']],
    ])
  })

  test('are its presets, each with its objectives', () => {
    const rules = rulesOf(
      anObjective({ id: 20, name: 'Ale', valid_to: '2026-11-21T12:00:00Z' }),
      anObjective({ id: 21, name: 'Mead', hide_progress: true }),
      anObjective({ id: 22, objective_type: 'CATEGORY', aggregation: 'NONE', name: 'Set', scoring_preset_id: 2, children: [] }),
    )
    expect(rules.map(({ preset, objective_names, timed, hidden }) => [preset.id, objective_names, timed, hidden])).toEqual([
      [1, ['Ale', 'Mead'], 1, 1],
      [2, ['Set'], 0, 0],
    ])
  })

  test('explain the number, once each, without rules of children', () => {
    const rules = rulesOf(
      anObjective({ id: 20 }),
      anObjective({ id: 21 }),
      anObjective({ id: 22, aggregation: 'MAXIMUM' }),
      anObjective({ id: 23, objective_type: 'CATEGORY', aggregation: 'NONE', scoring_preset_id: 2 }),
    )
    expect(rules.map(({ measures }) => measures.length)).toEqual([2, 0])
  })

  test('of an unknown method have its name', () => {
    expect(rulesOf(anObjective({ id: 20, scoring_preset_id: 3 }))[0]).toMatchObject({ method: 'LOTTERY', help: '' })
  })
})

test.each([
  ['places, and the value for all others', aPreset(1, 'RANKED_TIME', [30, 20, 15, 10]), '1st 30, 2nd 20, 3rd 15, then 10'],
  ['equal values at the end once', aPreset(1, 'RANKED_TIME', [30, 10, 10, 10]), '1st 30, then 10'],
  ['one value for all', aPreset(1, 'RANKED_TIME', [10, 10]), '10 points'],
  ['a single point', aPreset(1, 'PRESENCE', [1]), '1 point'],
  ['the first value of a presence', aPreset(1, 'PRESENCE', [5, 3]), '5 points'],
  ['a value with its cap', aPreset(1, 'POINTS_FROM_VALUE', [0.1], 500), '0.1 for each, up to 500'],
  ['a value without one', aPreset(1, 'POINTS_FROM_VALUE', [2]), '2 for each'],
  [
    'units with their cap',
    aPreset(1, 'POINTS_PER_UNIT', [10, 2.5, 0.1, 0.1], 500),
    '1st 10, 2nd 2.5, then 0.1 for each, up to 500',
  ],
  ['equal units', aPreset(1, 'POINTS_PER_UNIT', [2, 2]), '2 for each'],
  ['thresholds', aPreset(1, 'POINTS_BY_THRESHOLD', [1, 2.5], 0, { thresholds: [50, 9000] }), '1 at 50, 2 at 9,000'],
  [
    'places with a number of parts',
    aPreset(1, 'RANKED_COMPLETION_TIME', [30, 20], 0, { required_children: 3 }),
    '1st 30, then 20; 3 finished parts are enough',
  ],
  [
    'a bonus with a percentage of parts',
    aPreset(1, 'BONUS_PER_COMPLETION', [5], 0, { required_children: 3, required_percent: 75 }),
    '5 points; 75 % of the parts are enough',
  ],
  ['finishers', aPreset(1, 'SHARED_BY_FINISHERS', [60, 30, 20.5]), '60 if 1 team finishes, 30 each if 2 finish, then 20 each'],
  ['nothing', aPreset(1, 'RANKED_TIME', []), ''],
])('points are spelt as %s', (_, preset, words) => {
  expect(spellPoints(preset)).toBe(words)
})
