import { expect, test } from 'vitest'
import { aResult, anAwardInput } from '../testing/builders.ts'
import { pointsFromValueScorer, pointsPerUnitScorer } from './points-from-value.ts'

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
  expect(pointsFromValueScorer.award(anAwardInput(points, { results, point_cap: cap })).scores).toEqual([
    { points: pays, rank: 0, number, finished: false, timestamp: 10, user_id: null },
  ])
})

test('POINTS_FROM_VALUE: finished or not makes no difference, and a team without a result has no score', () => {
  const { scores } = pointsFromValueScorer.award(anAwardInput([1], { results: [aResult({ number: 4 }), null] }))
  expect(scores.map((score) => score?.points ?? null)).toEqual([4, null])
})

test('POINTS_FROM_VALUE: the potential is the cap', () => {
  const input = { points: 0, finished: false, finished_teams: 0, leaf_children: 0 }
  expect(pointsFromValueScorer.potential({ ...input, preset: { points: [2], point_cap: 500 } })).toBe(500)
  expect(pointsFromValueScorer.potential({ ...input, preset: { points: [2], point_cap: 10.9 } })).toBe(10)
  expect(pointsFromValueScorer.potential({ ...input, preset: { points: [2], point_cap: Number.NaN } })).toBe(0)
})

test.each([
  { rule: 'each unit pays its value', points: [10, 5, 2], cap: 0, number: 2, pays: 15 },
  { rule: 'the last value repeats', points: [10, 5, 2], cap: 0, number: 5, pays: 21 },
  { rule: 'only the sum is truncated', points: [0.5, 0.25], cap: 0, number: 3, pays: 1 },
  { rule: 'decimals are exact', points: [0.1, 0.2, 0.7], cap: 0, number: 3, pays: 1 },
  { rule: 'the cap holds', points: [10, 5], cap: 12, number: 2, pays: 12 },
  { rule: 'an invalid cap means no cap', points: [10, 5], cap: Number.NaN, number: 2, pays: 15 },
  { rule: 'a billion units are counted', points: [10, 0.01], cap: 0, number: 1_000_000_000, pays: 10_000_009 },
  { rule: 'an award has an upper bound', points: [1_000_000], cap: 0, number: 1_000_000_000, pays: 1_000_000_000_000 },
  { rule: 'negative values are subtracted', points: [10, -2], cap: 0, number: 3, pays: 6 },
  { rule: 'a negative sum pays 0', points: [10, -2], cap: 0, number: 30, pays: 0 },
  { rule: 'a negative number pays 0', points: [-5, 10], cap: 0, number: -1, pays: 0 },
  { rule: 'the number 0 pays 0', points: [10], cap: 0, number: 0, pays: 0 },
  { rule: 'a number that is not whole pays 0, as by value', points: [10, 5], cap: 0, number: 1.5, pays: 0 },
  { rule: 'an empty list pays 0', points: [], cap: 0, number: 7, pays: 0 },
])('POINTS_PER_UNIT: $rule', ({ points, cap, number, pays }) => {
  const results = [aResult({ number, finished: false }), null]
  expect(pointsPerUnitScorer.award(anAwardInput(points, { results, point_cap: cap })).scores).toEqual([
    { points: pays, rank: 0, number, finished: false, timestamp: 10, user_id: null },
    null,
  ])
})

test.each([
  { rule: 'the cap', points: [10, 5], cap: 40, most: 40 },
  { rule: 'unknown without a cap', points: [10, 5], cap: 0, most: 0 },
  { rule: 'the whole list, if further units pay nothing', points: [10, 5, 0], cap: 0, most: 15 },
  { rule: 'the largest sum, if units cost points', points: [10, -3, 4.5, -1], cap: 0, most: 11 },
  { rule: 'the largest sum up to the cap', points: [10, -3, 4.5, -1], cap: 8, most: 8 },
  { rule: 'nothing for a list that only costs points', points: [-1], cap: 8, most: 0 },
  { rule: 'nothing for an empty list', points: [], cap: 8, most: 0 },
])('POINTS_PER_UNIT: the potential is $rule', ({ points, cap, most }) => {
  const input = { points: 4, finished: true, finished_teams: 1, preset: { points, point_cap: cap } }
  expect(pointsPerUnitScorer.potential({ ...input, leaf_children: 0 })).toBe(most)
  const children = { finished_children: 0, open_children: 0, lost_children: 0, running_children: 0 }
  expect(pointsPerUnitScorer.reachable?.({ ...input, ...children })).toBe(Math.max(0, most - 4))
})
