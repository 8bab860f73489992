import { expect, test } from 'vitest'
import { fromWallClock, toWallClock } from './zoned-time.ts'

test.each([
  ['2026-11-21T12:00:00Z', 'Europe/Berlin', '2026-11-21T13:00:00'],
  ['2026-07-01T12:00:05Z', 'America/New_York', '2026-07-01T08:00:05'],
  ['2026-07-01T12:00:00Z', 'Asia/Kolkata', '2026-07-01T17:30:00'],
  ['2026-01-01T00:00:00Z', 'UTC', '2026-01-01T00:00:00'],
])('%s is shown in %s as %s, and read back', (utc, zone, wall) => {
  expect(toWallClock(Date.parse(utc), zone)).toBe(wall)
  expect(fromWallClock(wall, zone)).toBe(Date.parse(utc))
})

test('inputs without seconds are read, and invalid dates are null', () => {
  expect(fromWallClock('2026-11-21T13:00', 'Europe/Berlin')).toBe(Date.parse('2026-11-21T12:00:00Z'))
  expect(fromWallClock('', 'UTC')).toBeNull()
  expect(fromWallClock('tomorrow', 'UTC')).toBeNull()
})

test('a time that occurs twice is the first of both, and a skipped time continues from before', () => {
  expect(fromWallClock('2026-10-25T02:30:00', 'Europe/Berlin')).toBe(Date.parse('2026-10-25T00:30:00Z'))
  expect(fromWallClock('2026-03-29T02:30:00', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T01:30:00Z'))
})
