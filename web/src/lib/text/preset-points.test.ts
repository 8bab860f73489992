import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { expect, test } from 'vitest'
import { describePresetPoints } from './preset-points.ts'

const aPreset = (scoring_method: string, points: readonly number[], point_cap = 0, parameters?: object) =>
  ({
    id: 1,
    name: '',
    description: '',
    points,
    point_cap,
    parameters,
    scoring_method,
    type: 'OBJECTIVE',
  }) as unknown as ScoringPreset

test.each([
  ['places are listed, the last value is for all further ones', aPreset('RANKED_TIME', [30, 20, 15, 5]), '30 / 20 / 15, then 5'],
  ['bonuses too', aPreset('BONUS_PER_COMPLETION', [3, 2]), '3, then 2'],
  ['a single value is for everyone', aPreset('RANKED_VALUE', [10]), '10 for everyone'],
  ['a fixed award pays only the first value', aPreset('PRESENCE', [5, 3]), '5 for everyone'],
  ['points by value end at their cap', aPreset('POINTS_FROM_VALUE', [0.1], 5000), 'up to 5,000'],
  ['without a cap no end is given', aPreset('POINTS_FROM_VALUE', [0.1]), ''],
  ['points per unit end at their cap', aPreset('POINTS_PER_UNIT', [10, 5], 40), 'up to 40'],
  ['without a cap the units are listed', aPreset('POINTS_PER_UNIT', [10, 5, 2]), '10 / 5, then 2'],
  ['a single value for all units has no end', aPreset('POINTS_PER_UNIT', [2]), ''],
  ['finishers share', aPreset('SHARED_BY_FINISHERS', [60, 30, 20]), '60 / 30, then 20 as more teams finish'],
  ['thresholds have a value each', aPreset('POINTS_BY_THRESHOLD', [1, 2], 0, { thresholds: [50, 9000] }), '1 / 2 at 50 / 9,000'],
  ['an empty list pays nothing', aPreset('RANKED_TIME', []), ''],
  ['an unknown method is shown as places', aPreset('LOTTERY', [7, 1]), '7, then 1'],
])('%s', (_, preset, words) => {
  expect(describePresetPoints(preset)).toBe(words)
})
