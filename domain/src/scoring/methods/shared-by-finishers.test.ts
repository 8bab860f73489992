import { expect, test } from 'vitest'
import type { Result } from '../aggregations/tally.ts'
import { aResult, anAwardInput } from '../testing/builders.ts'
import { sharedByFinishersScorer } from './shared-by-finishers.ts'

const done = (more: Partial<Result> = {}) => aResult({ number: 3, ...more })
const open = aResult({ number: 2, finished: false })

test.each([
  { rule: 'a single finisher gets the first value', points: [60, 30, 20], results: [open, done(), null], paid: [0, 60, null] },
  { rule: 'two finishers get the second value each', points: [60, 30, 20], results: [done(), open, done()], paid: [30, 0, 30] },
  { rule: 'the last value repeats', points: [60, 30], results: [done(), done(), done(), done()], paid: [30, 30, 30, 30] },
  {
    rule: 'neither the time nor the number makes a difference',
    points: [60, 30],
    results: [done({ timestamp: 5 }), done({ timestamp: null, number: 99 })],
    paid: [30, 30],
  },
  { rule: 'simultaneous finishers are counted like others', points: [60, 30], results: [done(), done()], paid: [30, 30] },
  { rule: 'the award is truncated', points: [9, 7.9], results: [done(), done()], paid: [7, 7] },
  { rule: 'a negative value takes points', points: [9, -2.5], results: [done(), done()], paid: [-2, -2] },
  { rule: 'an empty list pays 0', points: [], results: [done()], paid: [0] },
  { rule: 'no finisher, no points', points: [60], results: [open, null], paid: [0, null] },
])('SHARED_BY_FINISHERS: $rule', ({ points, results, paid }) => {
  const { scores, adjustments } = sharedByFinishersScorer.award(anAwardInput(points, { results }))
  expect(scores).toEqual(results.map((result, team) => result && { ...result, rank: 0, points: paid[team] }))
  expect(adjustments).toEqual([])
})

test('SHARED_BY_FINISHERS: a finished team can earn no more, another team the value after all finishers', () => {
  const input = { preset: { points: [60, 30, 20], point_cap: 0 }, points: 30, finished_teams: 2 }
  const children = { leaf_children: 0, finished_children: 0, open_children: 0, lost_children: 0, running_children: 0 }
  const of = (finished: boolean) => {
    const asked = { ...input, ...children, finished }
    return [sharedByFinishersScorer.potential(asked), sharedByFinishersScorer.reachable?.(asked)]
  }
  expect([of(true), of(false)]).toEqual([
    [30, 0],
    [20, 20],
  ])
})
