import { z } from 'zod'
import { notAnId } from './ids.ts'
import { bareName, cleanName, isPlainName, nameProblem } from './names.ts'

/**
 * Fields of request bodies as older clients of this API send them: `null` or absent where they mean "not set", and a
 * required field that is zero or empty counts as missing. The length of text is limited, because users write it.
 */

/** Longest text of a name, in characters. */
export const nameLength = 200
/** Longest text of an explanation, a comment, an address, in characters. */
export const textLength = 4000

const required = 'is required'
const tooLong = (most: number) => `must not be longer than ${most} characters`

export const requiredText = (most = nameLength) => z.string({ error: required }).trim().min(1, required).max(most, tooLong(most))
/** The length is checked before and after cleaning: the stored form can be longer or shorter than the typed one. */
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
/** A name given by a person, see `names.ts`. */
export const requiredName = (most = nameLength) => nameOf(1, most, cleanName)
/** The name of a person. */
export const personName = (most: number) => nameOf(1, most, bareName)
/** A name where `null`, absent and the empty text mean that there is none. */
export const optionalName = (most: number) =>
  nameOf(0, most, cleanName)
    .nullish()
    .transform((text) => text ?? '')
/** `null` and absent become the empty text. */
export const optionalText = (most = textLength) =>
  z
    .string()
    .max(most, tooLong(most))
    .nullish()
    .transform((text) => text ?? '')
/** `null` and absent become null. */
export const nullableText = (most = textLength) =>
  z
    .string()
    .max(most, tooLong(most))
    .nullish()
    .transform((text) => text ?? null)
/** Booleans are never required: `null` and absent mean false. */
export const flag = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false)
const zonedTime = z.iso.datetime({ offset: true, error: 'must be a date and time' })
/** RFC 3339 text with an offset; empty text counts as missing, and so does the first moment of year 1. */
export const requiredTime = zonedTime.refine((text) => !/^0001-01-01T00:00:00(\.0+)?Z$/.test(text), required)
export const nullableTime = zonedTime.nullish().transform((text) => text ?? null)
/** 32-bit, like the columns. */
export const largestInt = 2 ** 31 - 1
const wholeNumber = z.int({
  error: ({ input }) => (input === undefined || input === null ? required : 'must be a whole number'),
})
const tooLarge = `must not be larger than ${largestInt}`
export const requiredCount = wholeNumber
  .refine((number) => number !== 0, { error: required, abort: true })
  .positive('must not be negative')
  .max(largestInt, tooLarge)
export const countFrom = (least: number, most: number) =>
  wholeNumber
    .min(least, least === 0 ? 'must not be negative' : `must be ${least} or more`)
    .max(most, `must not be larger than ${most}`)
export const count = countFrom(0, largestInt)
/**
 * The version that the edit is based on. The name differs from the one in replies, because older clients send all received fields
 * back and intend to overwrite the stored state.
 */
export const baseVersion = z.int().positive().max(largestInt, tooLarge).nullish()
/** The id of an object to edit or refer to; null, absent and 0 mean none. */
export const nullableId = <S extends z.ZodType<number, number>>(id: S) =>
  z
    .union([z.literal(0), id], { error: notAnId })
    .nullish()
    .transform((given): z.output<S> | null => (given === undefined || given === 0 ? null : (given as z.output<S> | null)))

/** Longest key in a definition file. */
export const fileKeyLength = 80
export const fileKeyPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** The key of an object in definition files. If absent, a stored key stays, and a new one is derived from the name. */
export const fileKey = z
  .string()
  .max(fileKeyLength, tooLong(fileKeyLength))
  .regex(fileKeyPattern, 'must be lower-case letters, digits and hyphens')
  .optional()
