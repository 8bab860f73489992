import { z } from 'zod'

/**
 * Fields of request bodies as older clients of this API send them: `null` or nothing where they mean "not set", and
 * a required field that is zero or empty counts as missing. Text is bounded, because people write it.
 */

/** Longest text of a name, in characters. */
export const nameLength = 200
/** Longest text of an explanation, a comment, an address, in characters. */
export const textLength = 4000

const required = 'is required'

export const requiredText = (most = nameLength) => z.string({ error: required }).trim().min(1, required).max(most)
/** `null` and nothing are the empty text. */
export const optionalText = (most = textLength) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform((text) => text ?? '')
/** `null` and nothing are null. */
export const nullableText = (most = textLength) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform((text) => text ?? null)
/** Booleans are never required: `null` and nothing are false. */
export const flag = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false)
/** RFC 3339 text with an offset; empty text counts as missing. */
export const requiredTime = z.iso.datetime({ offset: true, error: 'must be a date and time' })
export const nullableTime = requiredTime.nullish().transform((time) => time ?? null)
/** 32-bit, because columns are. */
export const largestInt = 2 ** 31 - 1
export const requiredCount = z.int({ error: required }).positive(required).max(largestInt)
export const count = z.int().nonnegative().max(largestInt)
