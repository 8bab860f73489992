import { expect, test } from 'vitest'
import { compareStandings, listGained } from './compare-standings.ts'

const line = (objective: string, points: number, at: string | null, team = 'Otters') =>
  `${JSON.stringify([objective, team, { points, at }])}\n`
const early = '2026-11-06T20:10:00.000Z'
const late = '2026-11-06T20:10:30.000Z'

test('identical files are identical', () => {
  const text = line('a', 5, early) + line('b', 0, null)
  expect(compareStandings(text, text)).toEqual({ is_identical: true, differences: [], moved: 0, most_seconds: 0 })
})

test('different points, or a standing in only one run, are differences', () => {
  const { is_identical, differences } = compareStandings(line('a', 5, early), line('a', 3, early) + line('b', 1, late))
  expect(is_identical).toBe(false)
  expect(differences).toEqual(['a, Otters: {"points":5} and {"points":3}', 'b, Otters: nothing and {"points":1}'])
})

test('a different time is not a different result, but is reported', () => {
  expect(compareStandings(line('a', 5, early), line('a', 5, late))).toEqual({
    is_identical: false,
    differences: [],
    moved: 1,
    most_seconds: 30,
  })
})

test('a time in only one of the runs is a difference', () => {
  expect(compareStandings(line('a', 0, null), line('a', 0, late)).differences).toHaveLength(1)
})

test('logs may add the name of a player and change the time, but add no results', () => {
  const say = (number: number, player: string | null, points: number, at: string) =>
    `${JSON.stringify(['a', 'Otters', { points, number, finished: true, player, at }])}\n`
  expect(listGained(say(1, null, 5, late), say(1, 'Ann', 10, early))).toEqual([])
  expect(listGained(say(1, null, 5, late), say(2, null, 5, late))).toEqual(['the logs changed the result of a, Otters'])
})
