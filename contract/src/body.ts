import { z } from 'zod'
import { notAnId } from './ids.ts'
import { bareName, cleanName, isPlainName, nameProblem } from './names.ts'

/**
 * Fields of request bodies as older clients of this API send them: `null` or nothing where they mean "not set", and
 * a required field that is zero or empty counts as missing. Text is bounded, because people write it.
 */

/** Longest text of a name, in characters. */
export const nameLength = 200
/** Longest text of an explanation, a comment, an address, in characters. */
export const textLength = 4000

const required = 'is required'
const tooLong = (most: number) => `must not be longer than ${most} characters`

export const requiredText = (most = nameLength) => z.string({ error: required }).trim().min(1, required).max(most, tooLong(most))
/** The length is checked before and after: a stored form can be longer than the typed one, and shorter. */
const nameOf = (least: number, most: number, clean: (text: string) => string) =>
  z
    .string({ error: required })
    .trim()
    .min(least, { error: required, abort: true })
    .max(most, { error: tooLong(most), abort: true })
    .refine(isPlainName, { error: nameProblem, abort: true })
    .overwrite(clean)
    .min(least, required)
    .max(most, tooLong(most))
/** A name that a person gives, see `names.ts`. */
export const requiredName = (most = nameLength) => nameOf(1, most, cleanName)
/** The name of a person. */
export const personName = (most: number) => nameOf(1, most, bareName)
/** A name where `null`, nothing and the empty text mean that there is none. */
export const optionalName = (most: number) =>
  nameOf(0, most, cleanName)
    .nullish()
    .transform((text) => text ?? '')
/** `null` and nothing are the empty text. */
export const optionalText = (most = textLength) =>
  z
    .string()
    .max(most, tooLong(most))
    .nullish()
    .transform((text) => text ?? '')
/** `null` and nothing are null. */
export const nullableText = (most = textLength) =>
  z
    .string()
    .max(most, tooLong(most))
    .nullish()
    .transform((text) => text ?? null)
/** Booleans are never required: `null` and nothing are false. */
export const flag = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false)
const time = z.iso.datetime({ offset: true, error: 'must be a date and time' })
/** RFC 3339 text with an offset; empty text counts as missing, and so does the first moment of year 1. */
export const requiredTime = time.refine((text) => !/^0001-01-01T00:00:00(\.0+)?Z$/.test(text), required)
export const nullableTime = time.nullish().transform((text) => text ?? null)
/** 32-bit, because columns are. */
export const largestInt = 2 ** 31 - 1
const wholeNumber = z.int({
  error: ({ input }) => (input === undefined || input === null ? required : 'must be a whole number'),
})
const tooLarge = `must not be larger than ${largestInt}`
export const requiredCount = wholeNumber
  .refine((number) => number !== 0, { error: required, abort: true })
  .positive('must not be negative')
  .max(largestInt, tooLarge)
export const count = wholeNumber.nonnegative('must not be negative').max(largestInt, tooLarge)
/**
 * The version that an edit began with. Not named as in replies: older clients send back all that they got, and mean to overwrite
 * whatever is there.
 */
export const baseVersion = z.int().positive().max(largestInt, tooLarge).nullish()
/** The id of what is to be edited or referred to; null, nothing and 0 mean none. */
export const nullableId = <S extends z.ZodType<number, number>>(id: S) =>
  z
    .union([z.literal(0), id], { error: notAnId })
    .nullish()
    .transform((given): z.output<S> | null => (given === undefined || given === 0 ? null : (given as z.output<S> | null)))

/** Longest key in a definition file. */
export const fileKeyLength = 80
export const fileKeyPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/**
 * What definition files call something. Left out: a stored one stays, and a new one is made of the name.
 */
export const fileKey = z
  .string()
  .max(fileKeyLength, tooLong(fileKeyLength))
  .regex(fileKeyPattern, 'must be small letters, digits and hyphens')
  .optional()
