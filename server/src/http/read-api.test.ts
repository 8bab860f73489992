import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Endpoint } from '@muster/contract/endpoint'
import { isFeed } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { readApiCalls } from '@muster/contract/read-api'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aPlayedEvent, type PlayedEvent } from '../testing/played-event.ts'
import { useTestServer } from '../testing/use-server.ts'
import { examples } from './examples/examples.ts'

// Each version was written down once, in docs/read-api (`NEW_READ_API=1` writes the file of a new version). Files are not written
// again: a test that fails here says that a change would break tools of that version.

interface FrozenCall {
  readonly path: string
  readonly query: readonly string[]
  readonly answer: object
}

/** Fields may be added, so objects stay open. */
const open = (schema: unknown) =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === 'additionalProperties' && value === false ? undefined : value)),
  ) as object

function freeze(name: keyof typeof endpoints): FrozenCall {
  const { path, query, reply }: Endpoint = endpoints[name]
  if (!reply) throw new Error(`${name} has no schema`)
  return {
    path,
    query: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
    answer: open(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })),
  }
}

function readVersion(version: string, names: readonly (keyof typeof endpoints)[]): Record<string, FrozenCall> {
  const folder = new URL('../../../docs/read-api/', import.meta.url)
  const file = new URL(`v${version}.json`, folder)
  if (process.env['NEW_READ_API'] === '1' && !existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(names.map((name) => [name, freeze(name)])), null, 2)}\n`)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, FrozenCall>
}

const server = useTestServer()
let world: PlayedEvent
beforeAll(async () => {
  world = await aPlayedEvent(server, 'poe1')
})

describe.each(Object.entries(readApiCalls))('version %s of the read API', (version, names) => {
  const frozen = readVersion(version, names)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })

  it('has the calls of its file', () => expect(Object.keys(frozen)).toEqual([...names]))

  it.each(Object.entries(frozen))(
    '%s keeps its address, its parameters and its fields',
    async (name, { path, query, answer }) => {
      const endpoint: Endpoint = endpoints[name as keyof typeof endpoints]
      expect([endpoint.method, endpoint.path, endpoint.access]).toEqual(['GET', path, 'public'])
      const known = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : []
      expect(known).toEqual(expect.arrayContaining([...query]))
      const isValid = ajv.compile(answer)
      const check = (value: unknown) => expect([isValid(value), isValid.errors]).toEqual([true, null])
      check((examples[name as keyof typeof examples] as { reply: unknown }).reply)
      if (isFeed(endpoint)) return
      const values: Record<string, number | string> = {
        event_id: world.event_id,
        objective_id: world.first.id,
        table: 'teams.csv',
      }
      const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => String(values[parameter]))
      const required = endpoint.required_query?.includes('team_id') ? `?team_id=${world.red.id}` : ''
      const [own, versioned] = [await server.get(`${filled}${required}`), await server.get(`/v${version}${filled}${required}`)]
      expect([versioned.statusCode, versioned.body]).toEqual([200, own.body])
      if (endpoint.answer_type === undefined) check(versioned.json())
    },
  )
})

it('an address with a version has only the calls of that version, and only reads', async () => {
  const path = `/events/${world.event_id}/teams`
  for (const unknown of [`/v2${path}`, `/v0${path}`, '/v1/users/self', '/v1/jobs', '/v1/health']) {
    expect([unknown, (await server.get(unknown)).statusCode]).toEqual([unknown, 404])
  }
  const admin = await server.as(world.admin)
  expect((await server.send('PUT', `/v1${path}`, admin, { name: 'x' })).statusCode).toBe(404)
})
