import { expect, test } from 'vitest'
import { chooseTeams } from './shown-teams.ts'

const teams = [1, 2, 3, 4, 5].map((id) => ({ id, is_own: id === 5 }))
const totals = new Map([
  [1, 10],
  [2, 40],
  [3, 30],
  [5, 1],
])
const choose = (limit: number, watched: number | null = null, of = teams) =>
  [...chooseTeams(of, watched, totals, limit)].sort((a, b) => a - b)

test('without a limit every team is shown', () => {
  expect(choose(0)).toEqual([1, 2, 3, 4, 5])
})

test('a limit keeps the viewer’s own team and the best of the others', () => {
  expect(choose(3)).toEqual([2, 3, 5])
})

test('the watched team is included, and replaces one of the best', () => {
  expect(choose(3, 4)).toEqual([2, 4, 5])
})

test('own and watched team are shown even if the limit is one', () => {
  expect(choose(1, 4)).toEqual([4, 5])
})

test('a viewer without a team sees the best', () => {
  const strangers = teams.map(({ id }) => ({ id, is_own: false }))
  expect(choose(2, null, strangers)).toEqual([2, 3])
})

test('a limit above the number of teams shows all of them', () => {
  expect(choose(9)).toEqual([1, 2, 3, 4, 5])
})
