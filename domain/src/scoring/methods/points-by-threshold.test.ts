import { expect, test } from 'vitest'
import { aResult, anAwardInput } from '../testing/builders.ts'
import { pointsByThresholdScorer } from './points-by-threshold.ts'

const preset = { points: [1, 2, 4], point_cap: 0, parameters: { thresholds: [50, 75, 90] } }

test.each([
  { rule: 'below the first threshold nothing is paid', number: 49, pays: 0, finished: false },
  { rule: 'a threshold is reached at its number', number: 50, pays: 1, finished: false },
  { rule: 'values do not add up', number: 89, pays: 2, finished: false },
  { rule: 'the last threshold finishes the objective', number: 90, pays: 4, finished: true },
  { rule: 'numbers beyond it pay no more', number: 9000, pays: 4, finished: true },
  { rule: 'a negative number reaches nothing', number: -5, pays: 0, finished: false },
])('POINTS_BY_THRESHOLD: $rule', ({ number, pays, finished }) => {
  const results = [aResult({ number, finished: !finished, user_id: 7 }), null]
  expect(pointsByThresholdScorer.award({ preset, team_count: 2, results, children: [] }).scores).toEqual([
    { points: pays, rank: 0, number, finished, timestamp: 10, user_id: 7 },
    null,
  ])
})

test('POINTS_BY_THRESHOLD: without thresholds nothing is paid or finished', () => {
  expect(pointsByThresholdScorer.award(anAwardInput([5], { results: [aResult({ number: 9 })] })).scores).toMatchObject([
    { points: 0, finished: false },
  ])
})

test('POINTS_BY_THRESHOLD: the largest value is possible, and the rest of it is still possible until the last threshold', () => {
  const input = { preset, points: 2, finished: false, finished_teams: 0, leaf_children: 0 }
  const children = { finished_children: 0, open_children: 0, lost_children: 0, running_children: 0 }
  expect(pointsByThresholdScorer.potential(input)).toBe(4)
  expect(pointsByThresholdScorer.reachable?.({ ...input, ...children })).toBe(2)
  expect(pointsByThresholdScorer.reachable?.({ ...input, ...children, points: 4, finished: true })).toBe(0)
})
