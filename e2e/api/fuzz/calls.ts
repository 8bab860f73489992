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
/** As much of an OpenAPI document as we read. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Definitions }
}

export interface DrawnCall {
  readonly operation: Operation
  readonly method: string
  /** Below `/api`, with its query. */
  readonly path: string
  readonly body: unknown
}

/** In characters; encoded, it is still too long for a server. */
const longest = 4000

const isText = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
/** A lone half of a character has no place in an address. */
const encode = (value: unknown) =>
  encodeURIComponent(
    String(isText(value) ? value : JSON.stringify(value))
      .slice(0, longest)
      .toWellFormed(),
  )

/** Draws calls from a document: which one, its parameters, its body. Most are what the document asks for. */
export function createCallDraws(document: Document, draws: Draws, pool: Pool) {
  const make = createGenerator(draws, document.components.schemas, pool)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path: path.replace(/^\/api/, ''),
      method: method.toUpperCase(),
      operation,
    })),
  )

  return function drawCall(): DrawnCall {
    const { path, method, operation } = draws.pick(calls)
    // A call is either meant well or not; one wrong field in a good request finds more than all wrong ones.
    const spoil = draws.pick([0, 0, 0, 5, 30])
    const { parameters = [], requestBody, operationId } = operation
    const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const known = draws.percent(spoil) ? undefined : pool.find(name === 'id' ? `${operationId}.id` : name)
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
      // An empty part would be another path.
      return encode(known ?? make(parameter?.schema ?? {}, spoil + 5, name)) || '%20'
    })
    const query = parameters
      .filter((one) => one.in === 'query' && (one.required === true || draws.percent(50)))
      .map(({ name, schema }) => `${encode(name)}=${encode(make(schema, spoil, name))}`)
    const schema = requestBody?.content?.['application/json']?.schema
    return {
      operation,
      method,
      path: query.length > 0 ? `${place}?${query.join('&')}` : place,
      body: schema && !draws.percent(2) ? make(schema, spoil) : undefined,
    }
  }
}
