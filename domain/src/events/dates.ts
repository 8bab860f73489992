/** The windows of an event; any comparable form of time. */
export interface EventDates<T> {
  readonly application_start_time: T
  readonly application_end_time: T
  readonly event_start_time: T
  readonly event_end_time: T
}

/**
 * Windows that close before they open, as problems of their fields. No other dates of an event are wrong: applications may stay
 * open while it runs, and events are prepared and moved in any order.
 */
export function findDateProblems<T extends { valueOf(): number }>(
  dates: EventDates<T>,
): { field: keyof EventDates<T>; problem: string }[] {
  return (['application', 'event'] as const).flatMap((window) => {
    const [from, to] = [`${window}_start_time`, `${window}_end_time`] as const
    if (dates[to].valueOf() >= dates[from].valueOf()) return []
    return [{ field: to, problem: `must not be before ${from}` }]
  })
}

/** Dates that are allowed but seldom intended; in the order of the dates. */
export type DateDoubt = 'opens_after_start' | 'closes_after_start' | 'lasts_no_time' | 'lasts_long'

/** Longer than any event so far; a mistyped year is longer still. */
const longestEvent_ms = 60 * 86_400_000

/** Finds doubtful dates among dates that are in order; times in ms. */
export function findDateDoubts(dates: EventDates<number>): DateDoubt[] {
  const doubts: DateDoubt[] = []
  if (dates.application_start_time >= dates.event_start_time) doubts.push('opens_after_start')
  else if (dates.application_end_time > dates.event_start_time) doubts.push('closes_after_start')
  const length = dates.event_end_time - dates.event_start_time
  if (length === 0) doubts.push('lasts_no_time')
  if (length > longestEvent_ms) doubts.push('lasts_long')
  return doubts
}
