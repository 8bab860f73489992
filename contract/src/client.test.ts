import { describe, expect, test } from 'vitest'
import { addressOf, createClient, RequiredError } from './client.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import type { Endpoint } from './endpoint.ts'

interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

function aClient(answer: { status?: number; body?: unknown } = {}, token?: string) {
  const sent: Sent[] = []
  const { status = 200, body = {} } = answer
  const client = createClient({
    base: 'https://muster.test/api//',
    fetch: (url, init) => {
      sent.push({ url, ...init })
      const text = body === undefined ? '' : JSON.stringify(body)
      return Promise.resolve({ ok: status < 300, status, headers: { get: () => null }, text: () => Promise.resolve(text) })
    },
    token: () => token,
  })
  return { client, sent }
}

/** Every required parameter, with inputs that lack only this one: absent, and null. */
function listRequired(): { name: string; parameter: string; inputs: object[] }[] {
  return Object.entries<Endpoint>(endpoints).flatMap(([name, declared]) => {
    const { path, required_query = [], body, body_name = 'body' } = declared
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place)
    const complete = {
      ...Object.fromEntries(places.map((place) => [place, 1])),
      query: fill(required_query),
      ...(body && { body: {} }),
    }
    const cases = [
      ...places.map((parameter) => ({ parameter, without: (value: unknown) => ({ [parameter]: value }) })),
      ...required_query.map((parameter) => ({
        parameter,
        without: (value: unknown) => ({ query: { ...fill(required_query), [parameter]: value } }),
      })),
      ...(body ? [{ parameter: body_name, without: (value: unknown) => ({ body: value }) }] : []),
    ]
    return cases.map(({ parameter, without }) => ({
      name,
      parameter,
      inputs: [undefined, null].map((value) => ({ ...complete, ...without(value) })),
    }))
  })
}
const fill = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']))

describe('the client', () => {
  test('names a missing path parameter before sending a request', async () => {
    const { client, sent } = aClient()
    const call = client.call('getTeams', { event_id: undefined as never })
    await expect(call).rejects.toThrow(RequiredError)
    await expect(call).rejects.toThrow('Required parameter event_id was null or undefined when calling getTeams')
    expect(sent).toEqual([])
  })

  test.each(listRequired())('names $parameter of $name if it is missing', async ({ name, parameter, inputs }) => {
    const { client, sent } = aClient()
    const call = client.call as (name: string, input: unknown) => Promise<unknown>
    for (const input of inputs) {
      const answer = call(name, input)
      await expect(answer).rejects.toThrow(RequiredError)
      await expect(answer).rejects.toThrow(`Required parameter ${parameter} was null or undefined when calling ${name}`)
    }
    expect(sent).toEqual([])
  })

  test('throws any non-2xx answer unchanged', async () => {
    const { client } = aClient({ status: 404, body: { error: 'Event not found' } })
    await expect(client.call('getTeams', { event_id: 3 })).rejects.toMatchObject({ status: 404 })
  })

  test('strips trailing slashes of the base address, encodes values in addresses, leaves out absent query fields', async () => {
    const { client, sent } = aClient()
    await client.call('oauthRedirect', { provider: 'p/o e', query: { redirect_url: 'https://a/b?c', last_url: undefined } })
    expect(sent[0]?.url).toBe('https://muster.test/api/oauth2/p%2Fo%20e/redirect?redirect_url=https%3A%2F%2Fa%2Fb%3Fc')
    expect(addressOf('getEvent', { event_id: 'current' })).toBe('/events/current')
  })

  test('sends the token if there is one, and JSON bodies as JSON', async () => {
    const anonymous = aClient()
    await anonymous.client.call('getEvents', {})
    expect(anonymous.sent[0]?.headers).not.toHaveProperty('authorization')
    const known = aClient({}, 'a-token')
    const body = { code: 'c', state: 's', redirect_url: 'r' }
    await known.client.call('oauthCallback', { provider: 'poe', body })
    expect(known.sent[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
    })
    expect(JSON.parse(known.sent[0]?.body ?? '')).toEqual(body)
  })
})

describe('the endpoint table', () => {
  const all = Object.entries(endpoints) as [EndpointName, Endpoint][]

  test('every path parameter has a schema field, and every path with an event has an event rule', () => {
    for (const [name, { path, params, event }] of all) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const shape = params && 'shape' in params ? Object.keys(params.shape as object) : []
      expect({ name, names: names.toSorted() }).toEqual({ name, names: shape.toSorted() })
      expect({ name, hasRule: event !== 'none' }).toEqual({
        name,
        hasRule: names.includes('event_id') || names.includes('eventId'),
      })
    }
  })

  test('every query parameter that the schema requires is listed, because pages do not include schemas', () => {
    for (const [name, { query, required_query = [] }] of all) {
      const problems = query?.safeParse({}).error?.issues.map((issue) => issue.path.join('.')) ?? []
      expect({ name, required: [...required_query].toSorted() }).toEqual({ name, required: problems.toSorted() })
    }
  })

  test('no two calls share method and path', () => {
    const keys = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
