/** The windows of an event; any form of time that compares. */
export interface EventDates<T> {
  readonly application_start_time: T
  readonly application_end_time: T
  readonly event_start_time: T
  readonly event_end_time: T
}

/**
 * Windows that close before they open, as problems of the fields that say so. Nothing else about the dates of an event is
 * wrong: applications may still be taken while it runs, and events are prepared and moved in any order.
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
