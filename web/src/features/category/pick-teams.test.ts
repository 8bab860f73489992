import { expect, test } from 'vitest'
import { pickTeams } from './pick-teams.ts'

const teams = [1, 2, 3, 4].map((id) => ({ id, is_own: id === 4 }))
const done = new Map([
  [1, 1],
  [2, 9],
  [3, 5],
])
const pick = (most: number, watched: number | null = null) =>
  pickTeams(teams, watched, (id) => done.get(id) ?? 0, most).map(({ id }) => id)

test('all teams are shown if there is room', () => {
  expect(pick(4)).toEqual([1, 2, 3, 4])
})

test("the viewer's team and the leading ones are shown, in their order", () => {
  expect(pick(3)).toEqual([2, 3, 4])
})

test('the watched team comes before rivals ahead of it', () => {
  expect(pick(2, 1)).toEqual([1, 4])
})
