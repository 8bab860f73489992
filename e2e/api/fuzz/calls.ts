import type { Draws } from './draws.ts'
import { createGenerator, type Pool } from './generate.ts'
import type { Definitions, Schema } from './json-schema.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}
interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } }
}
export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}
/** The parts of an OpenAPI document that the fuzzer reads. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Definitions }
}

export interface DrawnCall {
  readonly operation: Operation
  /** Its key in the document. */
  readonly path_pattern: string
  readonly method: string
  /** Below `/api`, with its query. */
  readonly path: string
  readonly body: unknown
}

/** In characters; still too long for a server once encoded. */
const longest = 4000

const isText = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
/** A lone surrogate cannot be encoded in an address. */
const encode = (value: unknown) =>
  encodeURIComponent(
    String(isText(value) ? value : JSON.stringify(value))
      .slice(0, longest)
      .toWellFormed(),
  )

/** Draws calls from a document: operation, parameters and body. Most are valid. */
export function createCallDraws(document: Document, draws: Draws, pool: Pool) {
  const make = createGenerator(draws, document.components.schemas, pool)
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path_pattern: path,
      path: path.replace(/^\/api/, ''),
      method: method.toUpperCase(),
      operation,
    })),
  )
  // A stream of events has no end that a request could wait for.
  const calls = all.filter(({ operation }) => !('text/event-stream' in (operation.responses['200']?.content ?? {})))

  return function drawCall(): DrawnCall {
    const { path_pattern, path, method, operation } = draws.pick(calls)
    // Most calls are valid or nearly so: one wrong field in a valid request finds more than a request full of errors.
    const spoil = draws.pick([0, 0, 0, 5, 30])
    const { parameters = [], requestBody, operationId } = operation
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const known = draws.percent(spoil) ? undefined : pool.find(name === 'id' ? `${operationId}.id` : name)
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
      // An empty segment would be another path.
      return encode(known ?? make(parameter?.schema ?? {}, spoil + 5, name)) || '%20'
    })
    const query = parameters
      .filter((one) => one.in === 'query' && (one.required === true || draws.percent(50)))
      .map(({ name, schema }) => `${encode(name)}=${encode(make(schema, spoil, name))}`)
    const schema = requestBody?.content?.['application/json']?.schema
    return {
      operation,
      path_pattern,
      method,
      path: query.length > 0 ? `${place}?${query.join('&')}` : place,
      body: schema && !draws.percent(2) ? make(schema, spoil) : undefined,
    }
  }
}
