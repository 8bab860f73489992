import { expect, test } from 'vitest'
import type { ChildProgress } from './method.ts'
import { anAwardInput } from '../testing/builders.ts'
import { rankedChildSumScorer } from './ranked-child-sum.ts'

/** Children with a number and a time for each team, unfinished. */
const children = (...rows: readonly (readonly (readonly [number: number, timestamp: number | null])[])[]): ChildProgress[] =>
  rows.map((teams, at) => ({
    objective_id: at + 2,
    completions: teams.map(([number, timestamp]) => ({ number, timestamp, user_id: null, finished: false, points: 0 })),
  }))
const award = (points: readonly number[], given: readonly ChildProgress[]) =>
  rankedChildSumScorer.award(anAwardInput(points, { children: given })).scores

test('RANKED_CHILD_SUM: teams are ranked by their sum; a team at 0 gets nothing, and no team is finished', () => {
  const given = children(
    [
      [30, 5],
      [40, 9],
      [0, null],
    ],
    [
      [12, 8],
      [3, 4],
      [0, 6],
    ],
  )
  expect(award([10, 5], given)).toEqual([
    { points: 5, rank: 2, number: 42, finished: false, timestamp: 8, user_id: null },
    { points: 10, rank: 1, number: 43, finished: false, timestamp: 9, user_id: null },
    null,
  ])
})

test.each([
  {
    rule: 'equal sums go to the earlier team',
    teams: [
      [5, 20],
      [5, 10],
      [4, 1],
    ],
    places: [2, 1, 3],
  },
  {
    rule: 'equal sums at the same time share a place, and the next follows directly',
    teams: [
      [5, 10],
      [5, 10],
      [4, 1],
    ],
    places: [1, 1, 2],
  },
  {
    rule: 'a sum below 0 gets no place',
    teams: [
      [-5, 10],
      [1, 10],
      [2, 10],
    ],
    places: [0, 2, 1],
  },
  {
    rule: 'an unknown time is the latest',
    teams: [
      [5, null],
      [5, 99],
      [4, 1],
    ],
    places: [2, 1, 3],
  },
] as { rule: string; teams: [number, number | null][]; places: number[] }[])('E6: $rule', ({ teams, places }) => {
  expect(award([9, 6, 3], children(teams)).map((score) => score?.rank)).toEqual(places)
})

test('RANKED_CHILD_SUM: numbers that cancel out take no place, and large ones stay exact', () => {
  const most = Number.MAX_SAFE_INTEGER
  expect(
    award(
      [9],
      children(
        [
          [5, 1],
          [most, 1],
        ],
        [
          [-5, 2],
          [most, 1],
        ],
      ),
    ),
  ).toMatchObject([
    { number: 0, rank: 0, points: 0 },
    { number: most, rank: 1, points: 9 },
  ])
})

test('RANKED_CHILD_SUM: a better place is still possible until every child has closed', () => {
  const input = { preset: { points: [10, 5], point_cap: 0 }, points: 5, finished: false, finished_teams: 0 }
  const counts = { finished_children: 1, open_children: 1, lost_children: 0, running_children: 2 }
  expect(rankedChildSumScorer.potential({ ...input, leaf_children: 2 })).toBe(10)
  expect(rankedChildSumScorer.reachable?.({ ...input, ...counts })).toBe(5)
  expect(rankedChildSumScorer.reachable?.({ ...input, ...counts, running_children: 0 })).toBe(0)
})
