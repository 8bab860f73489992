import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findElapsed, sumActivity, toHoursPerDay } from './activity.ts'

const hour_ms = 3_600_000

describe('the elapsed time of an event', () => {
  const event = { start_at: 100, end_at: 300 }
  it.each([
    [50, 0],
    [100, 0],
    [170, 70],
    [300, 200],
    [999, 200],
  ])('at %i is %i', (now, elapsed) => {
    expect(findElapsed(event, now)).toBe(elapsed)
  })
})

describe('hours a day', () => {
  it('are relative to the elapsed time: three of the first six hours are twelve a day', () => {
    expect(toHoursPerDay(3 * hour_ms, 6 * hour_ms)).toBe(12)
  })

  it('are the same for half of the time, however long the event has run', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (half) => {
        expect(toHoursPerDay(half, 2 * half)).toBe(12)
      }),
    )
  })

  it('are none before the start', () => {
    expect(toHoursPerDay(0, 0)).toBe(0)
  })
})

describe('the sums of a team', () => {
  const members = [
    { team_id: 1, active_ms: 10 * hour_ms, last_seen_at: 5 },
    { team_id: 1, active_ms: 10 * hour_ms - 1, last_seen_at: 5 },
    { team_id: 1, active_ms: 0, last_seen_at: null },
    { team_id: 2, active_ms: 0, last_seen_at: 7 },
  ]

  it('count all members, members ever seen, and members who played ten hours a day', () => {
    expect(sumActivity([2, 1, 3], members, 24 * hour_ms)).toEqual([
      { team_id: 2, members: 1, seen: 1, ten_hours_a_day: 0, active_ms: 0 },
      { team_id: 1, members: 3, seen: 2, ten_hours_a_day: 1, active_ms: 20 * hour_ms - 1 },
      { team_id: 3, members: 0, seen: 0, ten_hours_a_day: 0, active_ms: 0 },
    ])
  })
})
