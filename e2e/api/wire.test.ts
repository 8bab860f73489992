import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints as table } from '@muster/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Api, openApi, type Sent } from './api.ts'
import { fieldCases, listBodyFields, surplus } from './bad-values.ts'
import { listFields, makeCall } from './make-call.ts'
import { addressOf } from './operation.ts'
import { operations } from './operations.ts'
import { type Scene, setScene } from './scene.ts'
import { answeredOutside, specifiedCalls, unknownObject } from './specification.ts'

// Rules for every call about invalid requests. Nothing here depends on the database; success.test.ts covers the rest.

const calls = operations.filter(({ is_feed }) => !is_feed)
const json = 'application/json; charset=utf-8'

let api: Api
let scene: Scene
beforeAll(async () => {
  api = openApi()
  scene = await setScene(api)
})
afterAll(() => api.close())

/** Every refusal has the same format. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, ...(answer.json as object) }).toMatchObject({
    status,
    code,
    error: expect.any(String) as string,
  })
  expect(answer.type).toBe(json)
  expect(answer.text).not.toMatch(/\bat .+:\d+:\d+|select |insert |node_modules/i)
}

it('the document contains every call of the specification, as specified', () => {
  const calls = operations.map(({ name, method, status, path }) => `${name} ${method} ${status} ${path}`)
  const specified = specifiedCalls.trim().split('\n')
  expect(specified.map((line) => line.replace(/\s+/g, ' ')).filter((line) => !calls.includes(line))).toEqual([])
})

describe('an id in a path', () => {
  const places = calls.flatMap((operation) =>
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ operation, name, call: operation.name })),
  )
  const isEvent = (name: string) => name === 'event_id' || name === 'eventId'
  const isText = (name: string) => ['character_id', 'stash_id', 'item_id', 'provider'].includes(name)
  // A correction id is a ledger number with 64 bits; JSON numbers hold 53 of them.
  const tooLarge = (name: string) => (name === 'correction_id' ? '9007199254740992' : '2147483648')
  const numbers = places.filter(({ name }) => !isText(name))

  it.each(numbers.filter(({ name }) => !isEvent(name)))(
    'D-28: $name of $call is a positive number',
    async ({ operation, name }) => {
      for (const value of ['x', '0', '-1', '1.5', tooLarge(name), '99999999999999999999', 'NaN', 'null', '1 or 1=1']) {
        const answer = await makeCall(api, operation, scene, {}, { [name]: value })
        expectRefusal(answer, 400, 'invalid_request')
        expect(listFields(answer)).toContain(name)
      }
    },
  )

  it.each(numbers.filter(({ name }) => isEvent(name)))(
    '$name of $call is a number or the word current',
    async ({ operation, name }) => {
      for (const value of ['x', '1.5', 'Current', '1e3', '0x10', '%00']) {
        expectRefusal(await makeCall(api, operation, scene, {}, { [name]: value }), 400, 'invalid_event_id')
      }
      for (const value of ['0', '-1', '2147483647', '99999999999999999999']) {
        expectRefusal(await makeCall(api, operation, scene, {}, { [name]: value }), 404, 'event_not_found')
      }
    },
  )

  it.each(places.filter(({ name }) => !isEvent(name)))('$name of $call may belong to no object', async ({ operation, name }) => {
    const nothing = isText(name) ? 'nothing-of-this-name' : 2_147_483_647
    // A read changes nothing, so it needs no scene of its own.
    const at = operation.method === 'GET' ? scene : await setScene(api)
    const answer = await makeCall(api, operation, at, {}, { [name]: nothing })
    expect(answer.status).toBe(unknownObject[operation.name] ?? 404)
  })
})

describe('an unsupported method of a path', () => {
  const paths = Map.groupBy(operations, ({ path }) => path.replace(/\{\w+\}/g, '{}'))
  const wrong = [...paths.values()].flatMap((list) =>
    ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']
      .filter((method) => !list.some((operation) => operation.method === method))
      .flatMap((method) => list.slice(0, 1).map((operation) => ({ operation, method, path: operation.path }))),
  )
  // Some paths have the same form, such as `/users/{user_id}` and `/users/remove-auth`: the address may belong to another call.
  const isOther = (method: string, path: string) =>
    operations.some((other) => other.method === method && new RegExp(`^${other.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))

  it.each(wrong.filter(({ method, path }) => !isOther(method, path)))(
    '$method $path is answered 404',
    async ({ operation, method }) => {
      const token = await api.tokenOf(scene.people.admin)
      expectRefusal(await api.send(method, addressOf(operation, scene), token), 404, 'route_not_found')
    },
  )
})

const withBody = calls.filter(({ body }) => body)

// A user may make 600 writes a minute, so other users continue.
let sent = 0
async function nextScene(): Promise<Scene> {
  if (++sent % 400 === 0) scene = await setScene(api)
  return scene
}

describe.each(withBody)('the body of $name', (operation) => {
  it.each<[string, Sent]>([
    ['that is not JSON', { raw: '{"a":' }],
    ['that is a text instead of an object', { raw: '"text"' }],
    ['that is a number instead of an object', { raw: '5' }],
    ['that is null', { raw: 'null' }],
    ['that is missing', { raw: '' }],
    ['that is not valid UTF-8', { raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]) }],
    ['that is nested too deeply', { raw: `${'['.repeat(15_000)}${']'.repeat(15_000)}` }],
  ])('%s is refused', async (_, given) => {
    expectRefusal(await makeCall(api, operation, await nextScene(), { body: undefined, ...given }), 400, 'invalid_request')
  })

  it('that declares too large a size is refused before it is read', async () => {
    // The server still expects the rest of the body, so the connection cannot be reused.
    const headers = { 'content-length': String(20 * 1024 * 1024), connection: 'close' }
    expectRefusal(await makeCall(api, operation, scene, { raw: '{"surplus":"', headers }), 413, 'payload_too_large')
  })

  it('that is not JSON is refused by its content type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expectRefusal(await makeCall(api, operation, scene, { raw: 'a=1&b=2', headers }), 415, 'unsupported_media_type')
  })

  it('is read with a wrong content type if it is JSON', async () => {
    const answer = await makeCall(api, operation, await setScene(api), { headers: { 'content-type': 'text/plain' } })
    expect(answer.status).toBe(answeredOutside.has(operation.name) ? 400 : operation.status)
    expect(answer.text).not.toContain('"problems"')
  })
})

describe('a body above the size limit', () => {
  it.each(withBody.filter(({ name }) => ['createEvent', 'editDefinition'].includes(name)))(
    'can be sent completely to $name before its refusal is read',
    async (operation) => {
      const answer = await makeCall(api, operation, scene, { raw: `{"surplus":"${'x'.repeat(20 * 1024 * 1024)}"}` })
      expectRefusal(answer, 413, 'payload_too_large')
    },
  )
})

const withFields = withBody.filter(({ name }) => listBodyFields(name).length > 0)

describe.each(withFields)('a field of the body of $name', (operation) => {
  const body = (at: Scene) => operation.body?.(at) as Record<string, unknown>
  const cases = fieldCases(operation.name)
  // A user may make twelve expensive calls a minute, so other users continue.
  const scenes: Scene[] = []
  let calls = 0
  const atScene = async () => {
    if ((table[operation.name] as Endpoint).costs_much !== true) return nextScene()
    if (calls++ % 10 === 0) scenes.push(await setScene(api))
    return scenes.at(-1) ?? scene
  }
  const success = answeredOutside.has(operation.name) ? 400 : operation.status

  it.each(cases.filter(({ isGood }) => !isGood))(
    '$field: $words is refused, and the error names the field',
    async ({ field, change }) => {
      const at = await atScene()
      const answer = await makeCall(api, operation, at, { body: change(body(at)) })
      expectRefusal(answer, 400, 'invalid_request')
      expect(listFields(answer)).toContain(field)
    },
  )

  it('Q-05: unknown fields are ignored', async () => {
    const own = await setScene(api)
    const answer = await makeCall(api, operation, own, { body: { ...body(own), ...surplus } })
    expect(answer.status).toBe(success)
    expect(answer.text).not.toContain('surplus')
  })
})
