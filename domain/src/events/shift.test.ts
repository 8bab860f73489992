import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shiftByWallClock, shiftEventDates, type WallClock } from './shift.ts'

const hour = 3_600_000
const day = 24 * hour
/** A zone one hour ahead, and two hours from the last Sunday of March 2026. */
const change = Date.UTC(2026, 2, 29, 1)
const vienna: WallClock = {
  toLocal: (at) => at + (at < change ? hour : 2 * hour),
  fromLocal: (local) => (local - 2 * hour >= change ? local - 2 * hour : local - hour),
}
const utc: WallClock = { toLocal: (at) => at, fromLocal: (local) => local }

describe('a plan that is moved', () => {
  it('keeps the wall-clock times when clocks change in between', () => {
    const start = Date.UTC(2026, 0, 16, 19) // Friday, 20:00
    const daily = start + 2 * day
    const moved = Date.UTC(2026, 2, 27, 19) // Friday, 20:00, before the change
    expect(shiftByWallClock(daily, start, moved, vienna)).toBe(Date.UTC(2026, 2, 29, 18)) // Sunday, 20:00
    expect(shiftByWallClock(start + hour, start, moved, vienna)).toBe(moved + hour)
  })

  it('has the requested start, and keeps all distances where clocks do not change', () => {
    const dates = { application_start_time: 0, application_end_time: 3 * day, event_start_time: 4 * day, event_end_time: 7 * day }
    expect(shiftEventDates(dates, 104 * day, utc)).toEqual({
      application_start_time: 100 * day,
      application_end_time: 103 * day,
      event_start_time: 104 * day,
      event_end_time: 107 * day,
    })
  })

  it('returns to its dates when it is moved back, except for an hour that the clock skips', () => {
    const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 5, 1) })
    fc.assert(
      fc.property(moment, moment, moment, (at, from, to) => {
        const there = shiftByWallClock(at, from, to, vienna)
        const skips = vienna.toLocal(there) !== vienna.toLocal(at) - vienna.toLocal(from) + vienna.toLocal(to)
        const isTwice = vienna.fromLocal(vienna.toLocal(at)) !== at
        expect(skips || isTwice || shiftByWallClock(there, to, from, vienna) === at).toBe(true)
      }),
    )
  })

  it('is unchanged if the start is', () => {
    expect(shiftByWallClock(change - 1, 5, 5, { toLocal: () => 0, fromLocal: () => 0 })).toBe(change - 1)
  })
})
