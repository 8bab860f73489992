import { expect, test } from 'vitest'
import { aResult, anAwardInput } from '../testing/builders.ts'
import { pointsFromValue } from './points-from-value.ts'

test.each([
  { rule: 'first value x number', points: [2], cap: 0, number: 7, pays: 14 },
  { rule: 'further values are ignored', points: [2, 100], cap: 0, number: 7, pays: 14 },
  { rule: 'decimals are exact', points: [0.29], cap: 0, number: 100, pays: 29 },
  { rule: 'awards are truncated towards zero', points: [0.5], cap: 0, number: 7, pays: 3 },
  { rule: 'the cap holds', points: [2], cap: 10, number: 7, pays: 10 },
  { rule: 'a fractional cap is truncated, too', points: [2], cap: 10.9, number: 7, pays: 10 },
  { rule: 'a cap of 0 means no cap', points: [1000], cap: 0, number: 7, pays: 7000 },
  { rule: 'an invalid cap means no cap', points: [2], cap: Number.NaN, number: 7, pays: 14 },
  { rule: 'negative numbers pay 0', points: [2], cap: 0, number: -7, pays: 0 },
  { rule: 'negative values pay 0', points: [-2], cap: 0, number: 7, pays: 0 },
  { rule: 'an empty list pays 0', points: [], cap: 0, number: 7, pays: 0 },
])('POINTS_FROM_VALUE: $rule', ({ points, cap, number, pays }) => {
  const results = [aResult({ number, finished: false })]
  expect(pointsFromValue.award(anAwardInput(points, { results, point_cap: cap })).scores).toEqual([
    { points: pays, rank: 0, number, finished: false, timestamp: 10, user_id: null },
  ])
})

test('POINTS_FROM_VALUE: finished or not makes no difference, and a team without a result has no score', () => {
  const { scores } = pointsFromValue.award(anAwardInput([1], { results: [aResult({ number: 4 }), null] }))
  expect(scores.map((score) => score?.points ?? null)).toEqual([4, null])
})

test('POINTS_FROM_VALUE: the potential is the cap', () => {
  const input = { points: 0, finished: false, finished_teams: 0, leaf_children: 0 }
  expect(pointsFromValue.potential({ ...input, preset: { points: [2], point_cap: 500 } })).toBe(500)
  expect(pointsFromValue.potential({ ...input, preset: { points: [2], point_cap: 10.9 } })).toBe(10)
  expect(pointsFromValue.potential({ ...input, preset: { points: [2], point_cap: Number.NaN } })).toBe(0)
})
