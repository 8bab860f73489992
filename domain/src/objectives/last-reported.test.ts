import { expect, test } from 'vitest'
import { listChangedFacts, type LastReported } from './last-reported.ts'

const always = () => true
const report = (
  reported: LastReported,
  team_id: number,
  numbers: Record<number, number>,
  isOpen: (id: number) => boolean = always,
) =>
  listChangedFacts(reported, team_id, new Map(Object.entries(numbers).map(([id, number]) => [Number(id), number])), isOpen).map(
    ({ objective_id, team_id: team, number }) => [objective_id, team, number],
  )

test('a number is reported as a change once', () => {
  const reported: LastReported = new Map()
  expect(report(reported, 1, { 7: 3 })).toEqual([[7, 1, 3]])
  expect(report(reported, 1, { 7: 3 })).toEqual([])
  expect(report(reported, 1, { 7: 4 })).toEqual([[7, 1, 4]])
})

test('an item no longer shown is reported as 0, once, and is a change again when it returns', () => {
  const reported: LastReported = new Map()
  report(reported, 1, { 7: 3 })
  expect(report(reported, 1, {})).toEqual([[7, 1, 0]])
  expect(report(reported, 1, {})).toEqual([])
  expect(report(reported, 1, { 7: 3 })).toEqual([[7, 1, 3]])
})

test('a first observation of nothing changes nothing', () => {
  expect(report(new Map(), 1, { 7: 0 })).toEqual([])
})

test('an observation outside the window does not report missing items', () => {
  const reported: LastReported = new Map()
  report(reported, 1, { 7: 3, 8: 1 })
  expect(report(reported, 1, {}, (id) => id === 8)).toEqual([[8, 1, 0]])
  expect(report(reported, 1, {})).toEqual([[7, 1, 0]])
})

test('a source that moved to another team no longer counts for the old one', () => {
  const reported: LastReported = new Map()
  report(reported, 1, { 7: 3 })
  expect(report(reported, 2, { 7: 3 })).toEqual([
    [7, 1, 0],
    [7, 2, 3],
  ])
})
