import { cleanName, isPlainName, nameProblem } from '@muster/contract/names'
import { isStorable } from '@muster/contract/storable'
import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml'
import { longestOffset_ms, readOffset, readTime, writeOffset, writeTime } from './moment.ts'
import { describeUnknown, type FileReader, maxProblems, nameNode, type Path, quote, textOf } from './reader.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * One kind of value: how it is read from a node of a file, how it is written, and its JSON Schema. `read` reports problems and
 * returns undefined for them.
 */
export interface Shape<T> {
  readonly read: (node: ParsedNode | null, path: Path, reader: FileReader) => T | undefined
  readonly write: (value: T) => unknown
  readonly schema: JsonSchema
}

type Scanned<T> = { readonly value: T } | { readonly problem: string }

/** A shape of one scalar; `scan` gets its text without surrounding blanks. */
function scalar<T>(schema: JsonSchema, write: (value: T) => unknown, scan: (text: string) => Scanned<T>): Shape<T> {
  return {
    schema,
    write,
    read(node, path, reader) {
      const text = textOf(node)
      if (text === null) return reader.report(node, path, 'has no value')
      if (text === undefined) return reader.report(node, path, `must be a single value, not ${nameNode(node)}`)
      const scanned = scan(text.trim())
      if ('value' in scanned) return scanned.value
      reader.report(node, path, scanned.problem)
      return undefined
    },
  }
}

/** In files written by hand `3.28` has no quotes, so a number is accepted for a text. */
const textTypes = ['string', 'number', 'boolean']

/** @param options.keeps_blanks the text is not trimmed; other texts are, as in a call */
export function text(options: { least?: number; most: number; keeps_blanks?: boolean }): Shape<string> {
  const { least = 1, most, keeps_blanks = false } = options
  return {
    schema: { type: textTypes, minLength: least, maxLength: most },
    write: (value) => value,
    read(node, path, reader) {
      const given = isScalar(node) && node.value === '' ? '' : textOf(node)
      if (given === undefined) return reader.report(node, path, `must be a text, not ${nameNode(node)}`)
      const value = keeps_blanks ? (given ?? '') : (given ?? '').trim()
      if (value.length < least) return reader.report(node, path, 'must not be empty')
      if (value.length > most) return reader.report(node, path, `must not be longer than ${most} characters`)
      if (!isStorable(value)) return reader.report(node, path, 'has a character that cannot be stored')
      return value
    },
  }
}

/** A name under the rule for all names. Names in our own export are accepted unchanged. */
export function name(options: { most: number }): Shape<string> {
  const plain = text(options)
  return {
    ...plain,
    read(node, path, reader) {
      const given = plain.read(node, path, reader)
      if (given === undefined || reader.is_own) return given
      if (!isPlainName(given)) return reader.report(node, path, nameProblem)
      return cleanName(given) || reader.report(node, path, 'must not be empty')
    },
  }
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/

export const decimal = ({ least, most }: { least: number; most: number }): Shape<number> =>
  scalar<number>({ type: 'number', minimum: least, maximum: most }, Number, (given) => {
    if (!numberPattern.test(given)) return { problem: `must be a number, not ${quote(given)}` }
    // Turns negative zero into zero.
    const value = Number(given) + 0
    return value >= least && value <= most ? { value } : { problem: `must be between ${least} and ${most}` }
  })

export const wholeNumber = ({ least, most }: { least: number; most: number }): Shape<number> =>
  scalar<number>({ type: 'integer', minimum: least, maximum: most }, Number, (given) => {
    const value = Number(given) + 0
    if (!/^-?\d{1,16}$/.test(given) || !Number.isSafeInteger(value))
      return { problem: `must be a whole number, not ${quote(given)}` }
    return value >= least && value <= most ? { value } : { problem: `must be between ${least} and ${most}` }
  })

export const flag: Shape<boolean> = scalar<boolean>({ type: 'boolean' }, Boolean, (given) =>
  given === 'true' || given === 'false' ? { value: given === 'true' } : { problem: `must be true or false, not ${quote(given)}` },
)

export const oneOf = <const T extends string>(names: readonly T[]): Shape<T> =>
  scalar<T>({ enum: names }, String, (given) => {
    const value = names.find((name) => name === given)
    return value === undefined ? { problem: `${quote(given)} is not known; ${describeUnknown(given, names)}` } : { value }
  })

/** Milliseconds since 1970. */
export const time: Shape<number> = scalar(
  { type: 'string', description: 'A date and time with its offset: 2026-12-04T18:00:00Z' },
  writeTime,
  (given) => {
    const value = readTime(given)
    return value === null
      ? { problem: `must be a date and time with its offset, such as 2026-12-04T18:00:00Z, not ${quote(given)}` }
      : { value }
  },
)

/** Milliseconds after the start of the event. */
export const offset: Shape<number> = scalar(
  {
    type: 'string',
    pattern: String.raw`^start(?: [+-](?: \d+[dhm]| \d+(?:\.\d{1,3})?s)+)?$`,
    description: 'After or before the start of the event: start, start + 1d 12h, start - 14d. A day is 24 hours.',
  },
  writeOffset,
  (given) => {
    const value = readOffset(given)
    if (value !== null && Math.abs(value) <= longestOffset_ms) return { value }
    const problem = `must be an offset from the event's start, such as "start + 1d 12h", not ${quote(given)}`
    return { problem }
  },
)

export function listOf<T>(item: Shape<T>, { most, what }: { most: number; what: string }): Shape<readonly T[]> {
  return {
    schema: { type: 'array', maxItems: most, items: item.schema },
    write: (values) => values.map(item.write),
    read(node, path, reader) {
      if (textOf(node) === null) return []
      if (!isSeq<ParsedNode>(node)) return reader.report(node, path, 'must be a list')
      if (node.items.length > most) return reader.report(node, path, `has more than ${most} ${what}`)
      const values: T[] = []
      for (const [at, one] of node.items.entries()) {
        const value = item.read(one, [...path, at], reader)
        if (value !== undefined) values.push(value)
      }
      return values
    },
  }
}

/** Names and values of a node; duplicate names are reported. null if the node is not a group. */
export function readEntries(
  node: ParsedNode | null,
  path: Path,
  reader: FileReader,
): ReadonlyMap<string, { readonly name: ParsedNode; readonly value: ParsedNode | null }> | null {
  if (!isMap<ParsedNode, ParsedNode | null>(node)) {
    const found = textOf(node)
    const what = found === undefined ? nameNode(node) : found === null ? 'nothing' : quote(found)
    reader.report(node, path, `must be a group of names and values, not ${what}`)
    return null
  }
  const entries = new Map<string, { name: ParsedNode; value: ParsedNode | null }>()
  for (const { key, value } of node.items) {
    const name = textOf(key)
    if (typeof name !== 'string') reader.report(key, path, 'a name must be a text')
    else if (entries.has(name)) reader.report(key, [...path, name], 'occurs twice')
    else entries.set(name, { name: key, value })
  }
  return entries
}

type ValueOf<S> = S extends Shape<infer T> ? T : never
export type Values<F> = { readonly [Name in keyof F]?: ValueOf<F[Name]> }

/** The valid fields of a group, with their nodes. Empty fields count as absent. */
export interface Group<F> {
  readonly values: Values<F>
  readonly nodes: Readonly<Partial<Record<keyof F, ParsedNode | null>>>
}

/**
 * Reads a group of fields; unknown names are rejected.
 * @param required fields that must be present
 */
export function readGroup<F extends Readonly<Record<string, unknown>>>(
  fields: F,
  required: readonly (keyof F & string)[],
  node: ParsedNode | null,
  path: Path,
  reader: FileReader,
): Group<F> | null {
  const entries = readEntries(node, path, reader)
  if (entries === null) return null
  const values: Record<string, unknown> = {}
  const nodes: Record<string, ParsedNode | null> = {}
  for (const [name, { name: named, value }] of entries) {
    if (reader.problems.length >= maxProblems) return null
    const shape = Object.hasOwn(fields, name) ? (fields[name] as Shape<unknown>) : null
    if (shape === null) {
      const known = describeUnknown(name, Object.keys(fields))
      reader.report(named, [...path, name], `there is no ${quote(name)} here; ${known}`)
      continue
    }
    nodes[name] = value
    if (isEmpty(value) && !required.includes(name)) continue
    values[name] = shape.read(value, [...path, name], reader)
  }
  for (const name of required) if (!entries.has(name)) reader.report(node, [...path, name], 'is required')
  return { values: values as Values<F>, nodes: nodes as Group<F>['nodes'] }
}

/** Nothing after the colon, or `null`. Two quotes are an empty text. */
const isEmpty = (node: ParsedNode | null) => textOf(node) === null

/** JSON Schema of a group. */
export const groupSchema = (
  fields: Readonly<Record<string, { readonly schema: JsonSchema }>>,
  required: readonly string[],
  more: JsonSchema = {},
): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  ...(required.length > 0 && { required }),
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  ...more,
})
