import { expect, test } from 'vitest'
import { aChild, anAwardInput } from '../testing/builders.ts'
import { bonusPerCompletionScorer } from './bonus-per-completion.ts'

test('BONUS_PER_COMPLETION: the i-th finished child gets the i-th value, the last value repeats', () => {
  const children = [aChild(2, [30]), aChild(3, [10]), aChild(4, [20]), aChild(5, [null])]
  expect(bonusPerCompletionScorer.award(anAwardInput([8.9, 4], { children })).adjustments).toEqual([
    { child: 1, team: 0, place: 1, points: 8 },
    { child: 2, team: 0, place: 2, points: 4 },
    { child: 0, team: 0, place: 3, points: 4 },
  ])
})

test('E6: of children finished at the same time, the smaller id comes first', () => {
  const children = [aChild(9, [10]), aChild(4, [10])]
  expect(
    bonusPerCompletionScorer.award(anAwardInput([8, 4], { children })).adjustments.map(({ child, points }) => [child, points]),
  ).toEqual([
    [1, 8],
    [0, 4],
  ])
})

test('BONUS_PER_COMPLETION: its own score is progress without points or rank, finished with the last child', () => {
  const children = [aChild(2, [10, 10]), aChild(3, [30, null])]
  expect(bonusPerCompletionScorer.award(anAwardInput([8], { children })).scores).toEqual([
    { points: 0, rank: 0, number: 2, finished: true, timestamp: 30, user_id: null },
    { points: 0, rank: 0, number: 1, finished: false, timestamp: 10, user_id: null },
  ])
})

test('E7: without finished children there is no time', () => {
  const { scores, adjustments } = bonusPerCompletionScorer.award(anAwardInput([8], { children: [aChild(2, [null])] }))
  expect(scores).toEqual([{ points: 0, rank: 0, number: 0, finished: false, timestamp: null, user_id: null }])
  expect(adjustments).toEqual([])
})

test('BONUS_PER_COMPLETION: a node without children is never finished', () => {
  expect(bonusPerCompletionScorer.award({ ...anAwardInput([8], {}), team_count: 1 }).scores[0]).toMatchObject({
    finished: false,
    number: 0,
  })
})

test('BONUS_PER_COMPLETION: the potential is one value for every child that has no children', () => {
  const input = { preset: { points: [8.5, 4], point_cap: 0 }, points: 0, finished: false, finished_teams: 0 }
  expect([0, 1, 3].map((leaf_children) => bonusPerCompletionScorer.potential({ ...input, leaf_children }))).toEqual([0, 8, 16])
})

test('BONUS_PER_COMPLETION: it is finished with the last required child, and later children earn their bonus too', () => {
  const children = [aChild(2, [10, 10]), aChild(3, [30, null]), aChild(4, [20, 15])]
  const { scores, adjustments } = bonusPerCompletionScorer.award(
    anAwardInput([8, 4, 2], { children, parameters: { required_percent: 67 } }),
  )
  expect(scores).toMatchObject([
    { number: 3, finished: true, timestamp: 20 },
    { number: 2, finished: true, timestamp: 15 },
  ])
  expect(adjustments.filter(({ team }) => team === 0).map(({ points }) => points)).toEqual([8, 4, 2])
})
