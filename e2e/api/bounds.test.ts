import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, openApi } from './api.ts'
import type { Document } from './fuzz/calls.ts'
import { addressOf } from './operation.ts'
import { operations } from './operations.ts'
import { type Scene, setScene } from './scene.ts'

// Limits of values in an address: numbers in queries, and the segments of a path.

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as Document
const calls = operations.flatMap((operation) => {
  const documented = document.paths[`/api${operation.path}`]?.[operation.method.toLowerCase()]
  return documented && !operation.is_feed ? [{ operation, documented, name: operation.name }] : []
})

let api: Api
let scene: Scene
beforeAll(async () => {
  api = openApi()
  scene = await setScene(api)
})
afterAll(() => api.close())

const numbers = calls.flatMap(({ operation, documented, name }) =>
  (documented.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && [parameter.schema.type].flat().includes('integer'))
    .map((parameter) => ({ operation, name, parameter, field: parameter.name })),
)

describe.each(numbers)('$field in the query of $name', ({ operation, parameter, field }) => {
  const { minimum = Number.NaN, maximum = Number.NaN } = parameter.schema
  const ask = async (value: number | string) => {
    const token = operation.by === null ? null : await api.tokenOf(scene.people[operation.by])
    const query = { ...operation.query(scene), [field]: value }
    return api.send(operation.method, addressOf(operation, scene), token, { query, body: operation.body?.(scene) })
  }

  it.each([minimum, maximum])('may be %d', async (value) => {
    const { status } = await ask(value)
    // The number may belong to no object.
    expect([operation.status, 404]).toContain(status)
  })

  it.each(['9223372036854775808', '-9223372036854775808', '1e308', '-1e308', '1.5', 'x', 'Infinity'])(
    'is refused as %s',
    async (value) => {
      const { status, json } = await ask(value)
      expect({ status, ...(json as object) }).toMatchObject({ status: 400, code: 'invalid_request', problems: [{ field }] })
    },
  )
})

describe.each(calls.filter(({ operation }) => operation.path.includes('{')))(
  'a path segment of $name',
  ({ operation, documented }) => {
    const parts = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part)

    it.each(parts.flatMap((part) => ['x', '9', '😀'].map((letter) => [part, letter] as const)))(
      '%s is refused when it is too long: many times %s',
      async (part, letter) => {
        const token = operation.by === null ? null : await api.tokenOf(scene.people[operation.by])
        const address = addressOf(operation, scene, { [part]: letter.repeat(600) })
        const { status } = await api.send(operation.method, address, token, { body: operation.body?.(scene) })
        expect([400, 404]).toContain(status)
        expect(Object.keys(documented.responses)).toContain(String(status))
      },
    )
  },
)
