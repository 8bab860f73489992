import { expect, test } from 'vitest'
import { anchorClock, readServerTime } from './clock.ts'

const now = '2026-11-21T12:00:00.000Z'

test('time continues from the middle of the request', () => {
  const anchor = anchorClock(
    { now, speed: 1, shows_status: false, footer_links: [], reads_game: true, is_trial: false },
    1000,
    1200,
  )
  expect(readServerTime(anchor, 1100)).toBe(Date.parse(now))
  expect(readServerTime(anchor, 6100)).toBe(Date.parse(now) + 5000)
})

test('in a rehearsal at 60 times the speed, a minute counts as an hour', () => {
  const anchor = anchorClock({ now, speed: 60, shows_status: false, footer_links: [], reads_game: true, is_trial: false }, 0, 0)
  expect(readServerTime(anchor, 60_000)).toBe(Date.parse(now) + 3_600_000)
})
