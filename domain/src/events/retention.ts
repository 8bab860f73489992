const day_ms = 86_400_000

/** Periods after the end of an event that a page offers, days. */
export const retentionDays = [30, 90, 180, 365] as const

/**
 * The earliest moment at which raw data may be removed, ms: after the end of the event and never at once, so that a day remains
 * to download the archive and to reconsider.
 */
export const findEarliestRemoval = (ends_at: number, now: number): number => Math.max(ends_at, now) + day_ms

/** The given number of days after the end of the event, or the earliest possible date if that has passed. */
export const proposeRemoval = (ends_at: number, days: number, now: number): number =>
  Math.max(ends_at + days * day_ms, findEarliestRemoval(ends_at, now))

/**
 * Moves the date together with the end of the event, but never to a date that could not be chosen.
 * @param kept_until null: kept forever
 */
export function shiftRemoval(kept_until: number | null, ended_at: number, ends_at: number, now: number): number | null {
  if (kept_until === null || ended_at === ends_at) return kept_until
  return Math.max(kept_until + ends_at - ended_at, findEarliestRemoval(ends_at, now))
}
