import { expect, test } from 'vitest'
import { aChild, anAwardInput } from '../testing/builders.ts'
import { bingoScorer } from './bingo.ts'

test('BINGO_3: a board is complete at its third finished child, and teams are ranked by that time', () => {
  const children = [aChild(2, [10, 5]), aChild(3, [20, 30]), aChild(4, [25, 40])]
  expect(bingoScorer.award(anAwardInput([100, 50], { children })).scores).toEqual([
    { points: 100, rank: 1, number: 3, finished: true, timestamp: 25, user_id: null },
    { points: 50, rank: 2, number: 3, finished: true, timestamp: 40, user_id: null },
  ])
})

test('BINGO_3: boards completed at the same time share a place, and the next place follows directly', () => {
  const children = [aChild(2, [1, 1, 1]), aChild(3, [2, 2, 2]), aChild(4, [9, 9, 10])]
  expect(bingoScorer.award(anAwardInput([9, 6], { children })).scores.map((score) => score?.rank)).toEqual([1, 1, 2])
})

test('BINGO_3: fewer than three finished children give no score, and every child keeps its points', () => {
  const children = [aChild(2, [10], 5), aChild(3, [20], 5), aChild(4, [null], 0)]
  expect(bingoScorer.award(anAwardInput([100], { children }))).toEqual({ scores: [null], adjustments: [] })
})

test('BINGO_3: the first three children keep their points, every later one loses its points', () => {
  const children = [aChild(2, [40], 7), aChild(3, [10], 7), aChild(4, [20], 7), aChild(5, [30], 7), aChild(6, [50], 9)]
  expect(bingoScorer.award(anAwardInput([100], { children })).adjustments).toEqual([
    { child: 0, team: 0, place: 4, points: -7 },
    { child: 4, team: 0, place: 5, points: -9 },
  ])
})

test('E5: a finished goal worth 0 points counts as one of the three', () => {
  const children = [aChild(2, [10], 0), aChild(3, [20], 0), aChild(4, [30], 0)]
  expect(bingoScorer.award(anAwardInput([100], { children })).scores[0]?.points).toBe(100)
})

test('E6: of children finished at the same time, the smaller id comes first', () => {
  const children = [aChild(9, [10], 5), aChild(8, [10], 5), aChild(7, [10], 5), aChild(6, [10], 5)]
  expect(bingoScorer.award(anAwardInput([100], { children })).adjustments.map(({ child }) => child)).toEqual([0])
})

test('BINGO_3: it adds nothing to the potential', () => {
  const preset = { points: [100], point_cap: 0 }
  expect(bingoScorer.potential({ preset, points: 5, finished: true, finished_teams: 1, leaf_children: 9 })).toBe(0)
})
