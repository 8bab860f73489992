import type { Heading } from './exchange.ts'

/**
 * No provider is known to ask for more than some ten minutes. A longer wait is a mistake of theirs, and taken at its word it
 * would stop an event for good: it is kept across restarts.
 */
const longestWait_s = 6 * 60 * 60

/** Seconds that a provider asks us to wait, at most six hours; null when it does not say. */
export const limitWait = (seconds: number): number | null => (Number.isNaN(seconds) ? null : Math.min(seconds, longestWait_s))

/** @returns seconds, see `limitWait`. */
export const readRetryAfter = (headers: Heading['headers']): number | null =>
  limitWait(Number.parseInt(headers.get('retry-after') ?? '', 10))
