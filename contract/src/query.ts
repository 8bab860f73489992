import { z } from 'zod'
import { largestInt } from './body.ts'

/**
 * Numbers in queries, which arrive as text. Each has a bound that the database and every program's clock support, so that a
 * number that is too large is rejected by name and does not cause an error elsewhere.
 */

const whole = (error: string) => z.coerce.number({ error }).int({ error, abort: true })

/** A positive whole number, at most `most`. */
export function numberParam(most = largestInt) {
  const problem = `must be a whole number from 1 to ${most}`
  return whole(problem).min(1, { error: problem, abort: true }).max(most, problem)
}

/** A whole number, zero included, at most `most`. */
export function countParam(most = largestInt) {
  const problem = `must be a whole number from 0 to ${most}`
  return whole(problem).min(0, { error: problem, abort: true }).max(most, problem)
}

/** Numbers of changes and of the ledger have 64 bits in the database; JSON supports 53. */
export const largestSequence = Number.MAX_SAFE_INTEGER

/** The last second of the year 9999, the latest second that RFC 3339 can represent. */
export const lastMoment_seconds = 253_402_300_799

/** A time in unix seconds. */
export const momentParam = () => countParam(lastMoment_seconds)
