const day_ms = 86_400_000

/** Periods after the end of an event that a page offers, days. */
export const retentionDays = [30, 90, 180, 365] as const

/**
 * The earliest moment at which raw data may be removed, ms: not before the event has ended, and never at once, so that there is a day to
 * download the archive and to think again.
 */
export const findEarliestRemoval = (ends_at: number, now: number): number => Math.max(ends_at, now) + day_ms

/** So many days after the end of the event, or as soon as may be where that is over. */
export const proposeRemoval = (ends_at: number, days: number, now: number): number =>
  Math.max(ends_at + days * day_ms, findEarliestRemoval(ends_at, now))

/**
 * Where the date goes when the end of the event moves: as far as the end does, and never to a moment that could not be chosen.
 * @param kept_until null: for ever.
 */
export function shiftRemoval(kept_until: number | null, ended_at: number, ends_at: number, now: number): number | null {
  if (kept_until === null || ended_at === ends_at) return kept_until
  return Math.max(kept_until + ends_at - ended_at, findEarliestRemoval(ends_at, now))
}
