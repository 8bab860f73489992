import { expect, test } from 'vitest'
import { countPassedHours, readHours } from './hours.ts'

test.each([
  ['1', '6', { hours: 30 }],
  ['', '5', { hours: 5 }],
  ['2', '', { hours: 48 }],
  ['', '', { problem: 'nothing' }],
  ['0', '0', { problem: 'nothing' }],
  ['-1', '3', { problem: 'notNumber' }],
  ['1.5', '', { problem: 'notNumber' }],
  ['x', '1', { problem: 'notNumber' }],
  ['3', '0', { hours: 72 }],
  ['3', '1', { problem: 'tooMuch' }],
])('%j days and %j hours of an event of 72 hours are %j', (days, hours, expected) => {
  expect(readHours(days, hours, 72)).toEqual(expected)
})

test('elapsed hours stop at the end of the event', () => {
  const event = { starts_at: 0, ends_at: 72 * 3_600_000 }
  expect(countPassedHours(event, 1.5 * 3_600_000)).toBe(2)
  expect(countPassedHours(event, 100 * 3_600_000)).toBe(72)
  expect(countPassedHours(event, -1)).toBe(0)
})
