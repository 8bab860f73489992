import type { EventDates } from './dates.ts'

/** The wall clock of a time zone: moments as the clock shows them, both in ms, the shown one as if it were UTC. */
export interface WallClock {
  readonly toLocal: (at_ms: number) => number
  /** For a time that the clock skips or shows twice: one of the possible moments. */
  readonly fromLocal: (local_ms: number) => number
}

/**
 * Moves a moment with a plan: two days after the start at eight in the evening becomes two days after the new start at eight in
 * the evening, even if clocks change in between.
 * @param from the old start, ms since 1970; `to`: the new start
 */
export function shiftByWallClock(at_ms: number, from: number, to: number, clock: WallClock): number {
  if (from === to) return at_ms
  return clock.fromLocal(clock.toLocal(at_ms) - clock.toLocal(from) + clock.toLocal(to))
}

/** The dates of an event, moved to another start; the start itself is exact. */
export function shiftEventDates(dates: EventDates<number>, start: number, clock: WallClock): EventDates<number> {
  const shift = (at: number) => shiftByWallClock(at, dates.event_start_time, start, clock)
  return {
    application_start_time: shift(dates.application_start_time),
    application_end_time: shift(dates.application_end_time),
    event_start_time: start,
    event_end_time: shift(dates.event_end_time),
  }
}
