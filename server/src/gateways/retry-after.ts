import type { Heading } from './exchange.ts'

/**
 * No provider is known to ask for more than about ten minutes. A longer wait must be an error. It would stop an event for good,
 * because waits are kept across restarts.
 */
const longestWait_s = 6 * 60 * 60

/** The wait requested by a provider in seconds, at most six hours; null if not stated. */
export const limitWait = (seconds: number): number | null => (Number.isNaN(seconds) ? null : Math.min(seconds, longestWait_s))

/** @returns seconds, see `limitWait`. */
export const readRetryAfter = (headers: Heading['headers']): number | null =>
  limitWait(Number.parseInt(headers.get('retry-after') ?? '', 10))
