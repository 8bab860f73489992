import type { Document, Operation } from './calls.ts'
import { type Definitions, resolve, type Schema } from './json-schema.ts'

// Requests in which one part is grown to the limit the server reads: a parameter, a header, a field of the body, a list or the
// nesting depth. Grown parts consist of characters that are hard on patterns and parsers.

/** A valid request of a call. */
export interface GoodRequest {
  readonly method: string
  /** With path parameters in braces. */
  readonly path: string
  readonly place: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, string | number>>
  readonly body: unknown
}

export interface GrownRequest {
  /** The grown part, and the text it repeats. */
  readonly words: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly content: string | undefined
}

// biome-ignore format: a list of short texts
const signs = [
  'a', '1', ' ', '=', '/', '{', '-', ',', 'ß', '?', '.', '[', '(', '"', '%', '\n', '\u0301',
  'eyJ', 'a.', 'http://', '(a+)+', 'a{9}', '1, ',
]
/** Node accepts headers of 16 KiB in total; the rest of the request's head needs part of that. */
const longestHead = 15_000
const hugeNumbers = [2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e308, 0.5]

const fill = (sign: string, length: number) => sign.repeat(Math.ceil(length / sign.length)).slice(0, length)
/** The longest text that fits into an address once encoded. */
const encodeFilled = (sign: string) => {
  const one = encodeURIComponent(sign)
  return one.repeat(Math.floor(longestHead / one.length))
}

const headers: readonly (readonly [name: string, value: string])[] = [
  ['authorization', `Bearer ${fill(' ', 7000)}x`],
  ['authorization', `Bearer ${fill('a.', longestHead)}`],
  ['authorization', `Bearer ${fill('eyJ', longestHead)}.a.b`],
  ['cookie', fill('a=b; ', longestHead)],
  ['cookie', `muster_login=${fill('=;', longestHead)}`],
  ['accept', fill('text/html;q=0.1,', longestHead)],
  ['accept-encoding', fill('br;q=0.1,', longestHead)],
  ['accept-encoding', fill(' ,', longestHead)],
  ['if-none-match', fill('"a", W/"b",', longestHead)],
  ['if-none-match', fill('"', longestHead)],
  ['content-type', fill('application/', longestHead)],
  ['origin', `https://${fill('a.', longestHead)}`],
  ['x-forwarded-for', fill('1.1.1.1, ', longestHead)],
  ['x-forwarded-for', `::1%${fill('1.', longestHead)}`],
  ['range', `bytes=${fill('0-1,', longestHead)}`],
  ['user-agent', fill('Mozilla/5.0 (', longestHead)],
]

const queries: readonly string[] = [
  `${fill('?', 7500)}${fill('code', 7500)}`,
  fill('&', longestHead),
  fill('a=1&', longestHead),
  fill('%26', longestHead),
  Array.from({ length: 1800 }, (_, number) => `k${number}=1`).join('&'),
]

const writeQuery = (query: GoodRequest['query']) =>
  Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')

const writePath = (path: string, place: GoodRequest['place']) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(place[name] ?? ''))

interface GrowOptions {
  readonly document: Document
  readonly operation: Operation | undefined
  readonly largest_body_bytes: number
  /** Set if the caller may not make this call: the server then reads only the address and the headers. */
  readonly is_refused: boolean
  /** Set to grow headers and unknown parameters as well. */
  readonly grows_head: boolean
}

/** The valid request itself. */
export const writeRequest = ({ method, path, place, query, body }: GoodRequest): GrownRequest => ({
  words: 'the good request',
  method,
  url: [writePath(path, place), writeQuery(query)].filter((part) => part !== '').join('?'),
  headers: {},
  content: body === undefined ? undefined : JSON.stringify(body),
})

/** Yields the valid request first, then each variant with one grown part. */
export function* growRequests(good: GoodRequest, options: GrowOptions): Generator<GrownRequest> {
  const base = writeRequest(good)
  const path = writePath(good.path, good.place)
  const query = writeQuery(good.query)
  const withQuery = (text: string) => (text === '' ? path : `${path}?${text}`)
  yield base
  if (options.grows_head && !options.is_refused) {
    for (const [name, value] of headers)
      yield { ...base, words: `header ${name} of ${value.slice(0, 16)}…`, headers: { [name]: value } }
    for (const text of queries) yield { ...base, words: `query of ${text.slice(0, 12)}…`, url: withQuery(text) }
  }
  const kinds = signs.slice(0, options.is_refused ? 1 : 12)
  for (const name of Object.keys(good.place))
    for (const sign of kinds) {
      const [before = '', after = ''] = good.path.split(`{${name}}`)
      const url = `${writePath(before, good.place)}${encodeFilled(sign)}${writePath(after, good.place)}`
      yield { ...base, words: `path ${name} of ${sign}`, url: query === '' ? url : `${url}?${query}` }
    }
  if (options.is_refused) return
  for (const { name } of (options.operation?.parameters ?? []).filter((parameter) => parameter.in === 'query')) {
    const { [name]: _, ...others } = good.query
    const rest = writeQuery(others)
    const put = (text: string) => withQuery(`${rest === '' ? '' : `${rest}&`}${encodeURIComponent(name)}=${text}`)
    for (const sign of kinds) yield { ...base, words: `query ${name} of ${sign}`, url: put(encodeFilled(sign)) }
    for (const number of hugeNumbers) yield { ...base, words: `query ${name} of ${number}`, url: put(String(number)) }
  }
  const schema = options.operation?.requestBody?.content?.['application/json']?.schema
  if (schema && good.body !== undefined)
    for (const { words, text } of growBody(good.body, schema, options)) yield { ...base, words, content: text }
}

interface GrownBody {
  readonly words: string
  readonly text: string
}

/** Bytes reserved for the text around the grown part. */
const aside = 4096

function* growBody(body: unknown, schema: Schema, { document, largest_body_bytes }: GrowOptions): Generator<GrownBody> {
  const most = largest_body_bytes - aside
  yield* growWhole(most)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    for (const grown of growValue(body, schema, document.components.schemas, most, 'body'))
      yield { words: grown.words, text: JSON.stringify(grown.value) }
    return
  }
  const surplus = Array.from({ length: Math.floor(most / 16) }, (_, number) => [`k${number}`, 1] as const)
  yield { words: 'body with unknown fields', text: JSON.stringify({ ...body, ...Object.fromEntries(surplus) }) }
  yield { words: 'body with a deeply nested unknown field', text: `${JSON.stringify(body).slice(0, -1)},"deep":${nest(50)}}` }
  for (const { words, value } of growValue(body, schema, document.components.schemas, most, 'body'))
    yield { words, text: JSON.stringify(value) }
}

const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

function* growWhole(most: number): Generator<GrownBody> {
  yield { words: 'body of spaces', text: `${' '.repeat(most)}1` }
  yield { words: 'body of brackets', text: nest(Math.floor(most / 2)) }
  yield { words: 'body of numbers', text: `[${fill('1,', most)}1]` }
  yield { words: 'body of escapes', text: `"${fill('\\u0000', most - (most % 6))}"` }
  yield { words: 'body that repeats a field', text: `{${fill('"a":1,', most - (most % 6))}"a":1}` }
}

interface GrownValue {
  readonly words: string
  readonly value: unknown
}

/** Yields the value with each of its parts grown in turn, down to eight levels. */
function* growValue(
  value: unknown,
  given: Schema,
  definitions: Definitions,
  most: number,
  words: string,
  depth = 0,
): Generator<GrownValue> {
  const schema = chooseOption(value, resolve(given, definitions), definitions)
  if (depth > 8) return
  if (typeof value === 'string') yield* growText(schema, most, words)
  if (typeof value === 'number') for (const number of hugeNumbers) yield { words: `${words} of ${number}`, value: number }
  if (Array.isArray(value)) yield* growList(value, schema, definitions, most, words, depth)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { properties = {}, additionalProperties } = schema
  for (const [name, inner] of Object.entries(value as Record<string, unknown>)) {
    const of = properties[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : {})
    for (const grown of growValue(inner, of, definitions, most, `${words}.${name}`, depth + 1))
      yield { words: grown.words, value: { ...value, [name]: grown.value } }
  }
  // Optional fields that the valid request omits.
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) continue
    const sample = sampleOf(property, definitions)
    for (const grown of growValue(sample, property, definitions, most, `${words}.${name}`, depth + 1))
      yield { words: grown.words, value: { ...value, [name]: grown.value } }
  }
  if (typeof additionalProperties !== 'object') return
  const sample = Object.values(value)[0] ?? sampleOf(additionalProperties, definitions)
  const count = Math.floor(most / (JSON.stringify(sample).length + 12))
  yield {
    words: `${words} with many keys`,
    value: Object.fromEntries(Array.from({ length: count }, (_, key) => [`${key + 1}`, sample])),
  }
}

const longText = 10_000

function* growText({ maxLength, enum: names }: Schema, most: number, words: string): Generator<GrownValue> {
  if (names) return
  // One text of a megabyte costs as much to send as a hundred short texts.
  for (const sign of (maxLength ?? most) > longText ? signs.slice(0, 4) : signs) {
    const length = Math.min(maxLength ?? most, Math.floor((most / Buffer.byteLength(JSON.stringify(sign))) * sign.length))
    yield { words: `${words} of ${sign}`, value: fill(sign, length) }
  }
  if (maxLength !== undefined) yield { words: `${words}, too long`, value: fill('=', most) }
}

function* growList(
  list: readonly unknown[],
  { items, maxItems = Infinity }: Schema,
  definitions: Definitions,
  most: number,
  words: string,
  depth: number,
): Generator<GrownValue> {
  const of = typeof items === 'object' ? items : {}
  const [first = sampleOf(of, definitions), ...rest] = list
  const count = (limit: number) => Math.min(limit, Math.floor(most / (JSON.stringify(first).length + 1)))
  yield { words: `${words}, ${count(maxItems)} entries`, value: Array<unknown>(count(maxItems)).fill(first) }
  if (count(Infinity) > maxItems) yield { words: `${words}, too many`, value: Array<unknown>(count(Infinity)).fill(first) }
  yield { words: `${words}, wrong entries`, value: Array<unknown>(Math.min(maxItems, Math.floor(most / 3))).fill({}) }
  if (typeof first === 'number')
    yield { words: `${words}, different numbers`, value: Array.from({ length: count(maxItems) }, (_, place) => place + 1) }
  for (const grown of growValue(first, of, definitions, Math.floor(most / 2), `${words}[]`, depth + 1)) {
    yield { words: grown.words, value: [grown.value, ...rest] }
    if (!grown.words.endsWith(` of ${signs[0]}`)) continue
    // The grown item, repeated up to the limit.
    const copies = Math.min(maxItems, Math.floor(most / (JSON.stringify(grown.value).length + 1)), 1000)
    if (copies > 1) yield { words: `${grown.words}, ${copies} times`, value: Array<unknown>(copies).fill(grown.value) }
  }
}

/** Finds the matching alternative where the schema allows several. */
function chooseOption(value: unknown, schema: Schema, definitions: Definitions): Schema {
  const options = (schema.anyOf ?? schema.oneOf)?.map((option) => resolve(option, definitions))
  if (!options) return schema
  const type = Array.isArray(value) ? 'array' : typeof value
  const fits = options.filter((option) => [option.type].flat().includes(type))
  const names = Object.keys((typeof value === 'object' && value) || {})
  return fits.toSorted((a, b) => countKnown(b, names) - countKnown(a, names))[0] ?? {}
}

const countKnown = ({ properties = {} }: Schema, names: readonly string[]) =>
  names.filter((name) => Object.hasOwn(properties, name)).length

/** The simplest valid value of a schema. */
function sampleOf(given: Schema, definitions: Definitions, depth = 0): unknown {
  const schema = resolve(given, definitions)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const options = schema.anyOf ?? schema.oneOf
  if (options) return sampleOf(options.find((option) => resolve(option, definitions).type !== 'null') ?? {}, definitions, depth)
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'string') return schema.format === 'date-time' ? '2026-01-16T18:00:00Z' : 'a'
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type !== 'object' || depth > 4) return null
  const needed = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
  return Object.fromEntries(needed.map(([name, property]) => [name, sampleOf(property, definitions, depth + 1)]))
}
