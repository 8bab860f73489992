import { expect, test } from 'vitest'
import { listGiven, sumGiven } from './contributions.ts'

const score = (points: number, user_id?: number, timestamp = 0) => ({
  points,
  timestamp,
  ...(user_id !== undefined && { user_id }),
})
const board = new Map([
  [
    1,
    new Map([
      [10, score(5, 7, 200)],
      [20, score(9, 8)],
    ]),
  ],
  [
    2,
    new Map([
      [10, score(5, 7, 100)],
      [20, score(3)],
    ]),
  ],
  [3, new Map([[10, score(12, 7)]])],
  [
    4,
    new Map([
      [10, score(0, 7)],
      [20, score(-2, 8)],
    ]),
  ],
])

test("a player's contributions are the scores with their name and points, largest first, then earliest", () => {
  const given = listGiven(board, () => true)
  expect([...given.keys()]).toEqual([7, 8])
  expect(given.get(7)?.map(({ objective_id, team_id, score: { points } }) => [objective_id, team_id, points])).toEqual([
    [3, 10, 12],
    [2, 10, 5],
    [1, 10, 5],
  ])
  expect(sumGiven(given.get(7) ?? [])).toBe(22)
})

test('hidden objectives are left out', () => {
  expect(listGiven(board, (id) => id === 2).get(7)).toHaveLength(1)
  expect(listGiven(board, (id) => id === 2).has(8)).toBe(false)
})
