import { expect, test } from 'vitest'
import { aResult, anAwardInput } from '../testing/builders.ts'
import { presenceScorer } from './presence.ts'

test('PRESENCE: finished teams get the first value, unfinished ones 0 with their number, ranks stay 0', () => {
  const results = [aResult({ number: 3, timestamp: 5, user_id: 8 }), aResult({ number: 2, finished: false }), null]
  const { scores, adjustments } = presenceScorer.award(anAwardInput([10, 5], { results }))
  expect(scores).toEqual([
    { points: 10, rank: 0, number: 3, finished: true, timestamp: 5, user_id: 8 },
    { points: 0, rank: 0, number: 2, finished: false, timestamp: 10, user_id: null },
    null,
  ])
  expect(adjustments).toEqual([])
})

test('PRESENCE: an empty list pays 0 and a negative value is a penalty', () => {
  const results = [aResult({})]
  expect(presenceScorer.award(anAwardInput([], { results })).scores[0]?.points).toBe(0)
  expect(presenceScorer.award(anAwardInput([-2.5], { results })).scores[0]?.points).toBe(-2)
})

test('PRESENCE: the potential is the first value, whether or not it was earned', () => {
  const input = { preset: { points: [10, 5], point_cap: 0 }, points: 0, finished_teams: 3, leaf_children: 0 }
  expect([true, false].map((finished) => presenceScorer.potential({ ...input, finished }))).toEqual([10, 10])
})
