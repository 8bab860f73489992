import { expect, test } from 'vitest'
import { aChild, anAwardInput } from '../testing/builders.ts'
import { rankedCompletionTimeScorer } from './ranked-completion-time.ts'

test('RANKED_COMPLETION_TIME: teams that finished every child are ranked by the time of the last one', () => {
  const children = [aChild(2, [10, 20, 5]), aChild(3, [40, 30, null])]
  expect(rankedCompletionTimeScorer.award(anAwardInput([100, 50], { children })).scores).toEqual([
    { points: 50, rank: 2, number: 2, finished: true, timestamp: 40, user_id: null },
    { points: 100, rank: 1, number: 2, finished: true, timestamp: 30, user_id: null },
    { points: 0, rank: 0, number: 1, finished: false, timestamp: 5, user_id: null },
  ])
})

test.each([
  { rule: 'a number of children', parameters: { required_children: 2 } },
  { rule: 'a percentage, rounded down', parameters: { required_percent: 99 } },
  { rule: 'the percentage, if both are given', parameters: { required_children: 1, required_percent: 67 } },
])('RANKED_COMPLETION_TIME: $rule is enough, and the time is that of the last required child', ({ parameters }) => {
  const children = [aChild(2, [10, 5]), aChild(3, [40, 30]), aChild(4, [20, null])]
  expect(rankedCompletionTimeScorer.award(anAwardInput([100, 50], { children, parameters })).scores).toEqual([
    { points: 100, rank: 1, number: 3, finished: true, timestamp: 20, user_id: null },
    { points: 50, rank: 2, number: 2, finished: true, timestamp: 30, user_id: null },
  ])
})

test.each([
  { rule: 'more children than there are never finish', parameters: { required_children: 2 }, finished: false },
  { rule: 'a small percentage needs one', parameters: { required_percent: 1 }, finished: true },
])('RANKED_COMPLETION_TIME: $rule', ({ parameters, finished }) => {
  const input = anAwardInput([9], { children: [aChild(2, [10])], parameters })
  expect(rankedCompletionTimeScorer.award(input).scores).toMatchObject([{ finished, rank: finished ? 1 : 0, number: 1 }])
})

test('RANKED_COMPLETION_TIME: points are still possible while enough children are', () => {
  const input = { preset: { points: [10, 5], point_cap: 0, parameters: { required_children: 2 } }, points: 0, finished: false }
  const counts = { finished_teams: 1, finished_children: 1, open_children: 1, running_children: 1 }
  expect(rankedCompletionTimeScorer.reachable?.({ ...input, ...counts, lost_children: 3 })).toBe(5)
  expect(rankedCompletionTimeScorer.reachable?.({ ...input, ...counts, open_children: 0, lost_children: 4 })).toBe(0)
})

test('RANKED_COMPLETION_TIME: a team without a finished child has no score', () => {
  expect(rankedCompletionTimeScorer.award(anAwardInput([100], { children: [aChild(2, [null])] })).scores).toEqual([null])
})

test('E6: teams with the same last time share a place, and the next place follows directly', () => {
  const children = [aChild(2, [10, 10, 30]), aChild(3, [20, 20, 10])]
  expect(
    rankedCompletionTimeScorer.award(anAwardInput([9, 6], { children })).scores.map((score) => [score?.rank, score?.points]),
  ).toEqual([
    [1, 9],
    [1, 9],
    [2, 6],
  ])
})

test("RANKED_COMPLETION_TIME: the potential is the team's points, or the value of the next place", () => {
  const input = { preset: { points: [10, 5], point_cap: 0 }, points: 10, leaf_children: 3 }
  expect(rankedCompletionTimeScorer.potential({ ...input, finished: true, finished_teams: 2 })).toBe(10)
  expect(rankedCompletionTimeScorer.potential({ ...input, finished: false, finished_teams: 1 })).toBe(5)
})
