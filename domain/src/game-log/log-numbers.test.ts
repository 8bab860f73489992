import { expect, test } from 'vitest'
import { findLogNumber, listLogResults, type LogGoal, type TimedLogEvent } from './log-numbers.ts'

const level = (number: number, happened_at: number): TimedLogEvent => ({ kind: 'level', value: 'Witch', number, happened_at })
const goal: LogGoal = { number_field: 'PLAYER_LEVEL', required_number: 40, only_first: false, from: 0, to: 1000 }
const listNumbers = (known: TimedLogEvent[], added: TimedLogEvent[], more: Partial<LogGoal> = {}) =>
  listLogResults(
    { ...goal, ...more },
    known,
    [...known, ...added].toSorted((a, b) => a.happened_at - b.happened_at),
  ).map(({ number, event }) => [number, event.happened_at])

test('the event that reaches the required number and the highest are reported, not those between', () => {
  expect(listNumbers([], [level(38, 1), level(39, 2), level(40, 3), level(41, 4), level(42, 5)])).toEqual([
    [40, 3],
    [42, 5],
  ])
})

test('below the required number only the highest is reported', () => {
  expect(listNumbers([], [level(2, 1), level(3, 2)])).toEqual([[3, 2]])
})

test('where only the first completion matters, nothing else is reported', () => {
  const first = { only_first: true }
  expect(listNumbers([], [level(2, 1), level(3, 2)], first)).toEqual([])
  expect(listNumbers([level(3, 2)], [level(40, 3), level(41, 4)], first)).toEqual([[40, 3]])
  expect(listNumbers([level(40, 3)], [level(41, 4)], first)).toEqual([])
})

test('a number that does not rise is not reported: a second character starts at level 2', () => {
  expect(listNumbers([level(60, 1)], [level(2, 2)])).toEqual([])
})

test('one event is reported once, also if it reaches the number and is the highest', () => {
  expect(listNumbers([], [level(40, 3)])).toEqual([[40, 3]])
  expect(listNumbers([], [level(40, 3), level(41, 3)])).toEqual([[41, 3]])
})

test('the earliest event of the highest number decides its time', () => {
  expect(listNumbers([], [level(20, 1), level(20, 2)])).toEqual([[20, 1]])
})

test('events outside the window and of another kind do not count', () => {
  expect(listNumbers([], [level(50, 5000), { kind: 'death', value: '', number: 0, happened_at: 3 }])).toEqual([])
})

test('a number that the log does not show has no row', () => {
  expect(findLogNumber('DELVE_DEPTH')).toBeNull()
  expect(findLogNumber('')).toBeNull()
  expect(listNumbers([], [level(50, 5)], { number_field: 'DELVE_DEPTH' })).toEqual([])
})
