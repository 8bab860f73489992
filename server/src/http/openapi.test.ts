import { readFileSync, writeFileSync } from 'node:fs'
import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { AnySchema } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const snapshot = new URL('../../../docs/openapi.json', import.meta.url)
const names = Object.keys(endpoints) as EndpointName[]

const server = useTestServer()

interface Content {
  content?: Record<string, { example?: unknown }>
}
interface Operation {
  operationId: string
  parameters?: { name: string; example?: unknown }[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
  security: unknown[]
}
interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}
/** Every schema of parameters, bodies, answers and components. */
function listSchemas(part: unknown): unknown[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]): unknown[] => {
    if (key === 'example') return []
    if (key === 'schema') return [value]
    return key === 'schemas' ? Object.values(value as object) : listSchemas(value)
  })
}

const read = async () => (await server.get('/openapi.json')).json<OpenApi>()

describe('the OpenAPI document', () => {
  it('equals the committed one; UPDATE_OPENAPI=1 rewrites it', async () => {
    const text = `${JSON.stringify(await read(), null, 2)}\n`
    if (process.env['UPDATE_OPENAPI']) writeFileSync(snapshot, text)
    expect(text).toBe(readFileSync(snapshot, 'utf8'))
  })

  it('is OpenAPI 3.1 and describes every call, feeds included', async () => {
    const document = await read()
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    )
    expect(operations.toSorted()).toEqual(names.toSorted())
  })

  it('is valid according to an independent tool', async () => {
    const judged = await new Validator().validate(structuredClone(await read()) as never)
    expect(judged).toEqual({ valid: true })
  })

  it('has schemas of JSON Schema 2020-12 only, as OpenAPI 3.1 demands', async () => {
    const ajv = new Ajv2020({ strict: false })
    const faults = (document: unknown) =>
      listSchemas(document).filter((schema) => ajv.validateSchema(schema as AnySchema) !== true)
    const document = await read()
    expect(faults(document)).toEqual([])
    // From older drafts: a tuple as a list under `items`.
    const older = JSON.parse(
      JSON.stringify(document).replaceAll('"items":false,', '').replaceAll('"prefixItems"', '"items"'),
    ) as unknown
    expect(faults(older)).not.toEqual([])
  })

  it('describes every answer', async () => {
    const operations = Object.values((await read()).paths).flatMap((path) => Object.values(path))
    const descriptions = operations.flatMap((operation) => Object.values(operation.responses).map((answer) => answer.description))
    expect(descriptions).not.toContain('Default Response')
  })

  it('has an example of every body and answer', async () => {
    const operations = Object.values((await read()).paths).flatMap((path) => Object.values(path))
    const missing = operations.flatMap(({ operationId, parameters = [], requestBody = {}, responses }) => [
      ...parameters.filter(({ example }) => example === undefined).map(({ name }) => `${operationId} ${name}`),
      ...[requestBody, ...Object.values(responses)]
        .flatMap(({ content = {} }) => Object.entries(content))
        // The bytes of a picture or a compressed file mean nothing to a reader, and a calendar has a standard of its own.
        .filter(([type, { example }]) => example === undefined && !/^image\/|gzip|calendar/.test(type))
        .map(() => operationId),
    ])
    expect(missing).toEqual([])
  })

  it('refers to existing schemas only', async () => {
    const document = await read()
    const pointed = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1])
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(pointed)]))
  })
})

describe('the page for people', () => {
  it('has a section for every call, and a script only for the buttons of the feed', async () => {
    const { body, headers } = await server.get('/docs')
    expect(headers['content-type']).toContain('text/html')
    for (const name of names) expect(body).toContain(`<section id="${name}">`)
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/api/docs.js">'])
    expect(body).not.toMatch(/style=|undefined/)
    expect((await server.get('/docs.css')).headers['content-type']).toContain('text/css')
  })
})
