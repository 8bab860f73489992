import { expect, test } from 'vitest'
import { listNews, type Shown } from './shown.ts'

const always = () => true
const look = (shown: Shown, team_id: number, numbers: Record<number, number>, isOpen: (id: number) => boolean = always) =>
  listNews(shown, team_id, new Map(Object.entries(numbers).map(([id, number]) => [Number(id), number])), isOpen).map(
    ({ objective_id, team_id: team, number }) => [objective_id, team, number],
  )

test('a number is news once', () => {
  const shown: Shown = new Map()
  expect(look(shown, 1, { 7: 3 })).toEqual([[7, 1, 3]])
  expect(look(shown, 1, { 7: 3 })).toEqual([])
  expect(look(shown, 1, { 7: 4 })).toEqual([[7, 1, 4]])
})

test('what is shown no longer is 0, once, and news again when it is back', () => {
  const shown: Shown = new Map()
  look(shown, 1, { 7: 3 })
  expect(look(shown, 1, {})).toEqual([[7, 1, 0]])
  expect(look(shown, 1, {})).toEqual([])
  expect(look(shown, 1, { 7: 3 })).toEqual([[7, 1, 3]])
})

test('a first nothing is no news', () => {
  expect(look(new Map(), 1, { 7: 0 })).toEqual([])
})

test('a look outside of the window says nothing about what is missing', () => {
  const shown: Shown = new Map()
  look(shown, 1, { 7: 3, 8: 1 })
  expect(look(shown, 1, {}, (id) => id === 8)).toEqual([[8, 1, 0]])
  expect(look(shown, 1, {})).toEqual([[7, 1, 0]])
})

test('a source that has changed teams shows nothing for the old one any more', () => {
  const shown: Shown = new Map()
  look(shown, 1, { 7: 3 })
  expect(look(shown, 2, { 7: 3 })).toEqual([
    [7, 1, 0],
    [7, 2, 3],
  ])
})
