import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { EventId } from '@muster/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDefinition } from '../db/definition.ts'
import { anEvent, aTeam, aUser, insertRows } from '../testing/builders.ts'
import { startTestServer, testOrigin, type TestServer } from '../testing/server.ts'
import { useFolder } from '../testing/folder.ts'

let server: TestServer
const pages = useFolder('pages')
beforeAll(async () => {
  mkdirSync(join(pages, 'assets'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Muster</title>')
  writeFileSync(join(pages, 'assets', 'index-abc123.js'), 'export {}')
  server = await startTestServer({
    web_root: pages,
    game: {
      authorizeAddress: () => {
        throw new Error('inner secret text')
      },
    },
    // Calls whose event is deleted a moment after it was found.
    more: (app) => {
      const event_id = 999_999 as EventId
      app.post('/api/late', async () => {
        const job = { event_id, job_type: 'FetchStashChanges' as const, end_date: new Date() }
        await insertRows(server.db, 'jobs', job)
      })
      app.get('/api/late', () => loadDefinition(server.db, event_id))
    },
  })
})
afterAll(() => server.close())

const page = { accept: 'text/html,application/xhtml+xml' }
const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  server.app.inject({
    method: 'POST',
    url: '/api/oauth2/poe/callback',
    headers,
    payload: body,
  })

/** A request to Node's own parser, which knows methods that an in-process test does not. */
async function askOverTheWire(method: string, path: string) {
  const own = await startTestServer()
  await own.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = own.app.server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request({ host: '127.0.0.1', port, method, path }, resolve).on('error', reject).end()
  const answer = await promise
  const { code } = (await json(answer)) as { code?: string }
  await own.close()
  return { answered: [answer.statusCode, code], failed: own.logged.filter((line) => line['msg'] === 'a call failed') }
}

describe('an unknown address', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['POST', '/api/events'],
    ['DELETE', '/api/users/self'],
    ['GET', '/api/events/1/nothing/'],
  ] as const)('%s %s answers 404 with a body for programs', async (method, url) => {
    const answer = await server.app.inject({ method, url, headers: page })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: 'There is nothing at this address', code: 'route_not_found' })
  })

  it.each(['QUERY', 'TRACE', 'PROPFIND', 'M-SEARCH', 'PUT', 'DELETE'])(
    'with an unknown method is not found either: %s',
    async (method) => {
      expect(await askOverTheWire(method, '/api/clock')).toEqual({ answered: [404, 'route_not_found'], failed: [] })
    },
  )

  it('with an extra slash redirects to the intended address', async () => {
    const event = await anEvent(server.db)
    const get = await server.app.inject({ method: 'GET', url: `/api/events/${event.id}/teams/?x=1` })
    expect([get.statusCode, get.headers.location]).toEqual([301, `/api/events/${event.id}/teams?x=1`])
    const write = await server.app.inject({ method: 'POST', url: '/api/oauth2/poe/callback/' })
    expect([write.statusCode, write.headers.location]).toEqual([307, '/api/oauth2/poe/callback'])
  })

  it('never redirects to another site', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '//evil.test/', headers: { accept: '*/*' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers.location).toBeUndefined()
  })
})

describe('a body', () => {
  const good = { redirect_url: 'x', code: 'c', state: 's' }
  it('that is not JSON is refused', async () => {
    const answer = await post('{"code":')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', error: 'The request body is not valid JSON' })
  })

  it.each<Record<string, string>>([
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ])('of JSON is read under the label %j', async (label) => {
    const answer = await post(JSON.stringify(good), label)
    expect(answer.json()).toMatchObject({ code: 'login_state_unknown' })
  })

  it('of another type is refused as such', async () => {
    expect((await post('code=c&state=s', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415)
  })

  it.each([
    [{}, ['redirect_url', 'code', 'state']],
    [{ ...good, code: '' }, ['code']],
    [{ ...good, state: null }, ['state']],
    [{ ...good, code: 5 }, ['code']],
    [[], ['body']],
    ['text', ['body']],
    [null, ['body']],
  ])('%j is refused and the fields are named', async (body, fields) => {
    const answer = await post(JSON.stringify(body))
    expect(answer.statusCode).toBe(400)
    const refusal = answer.json<{ code: string; problems: { field: string }[] }>()
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.problems.map((problem) => problem.field)).toEqual(fields)
  })

  it('that is missing is refused', async () => {
    expect((await post('')).json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'body' }] })
  })

  it('may have unknown fields', async () => {
    const answer = await post('{"redirect_url":"x","code":"c","state":"s","__proto__":{"polluted":1},"extra":[1]}')
    expect(answer.json()).toMatchObject({ code: 'login_state_unknown' })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('with a character that the database cannot hold is refused, and the position is named', async () => {
    const answer = await post(JSON.stringify({ ...good, extra: [{ note: 'a\0b' }] }))
    expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'extra.0.note' }] })
  })

  it('with endless nesting is refused', async () => {
    const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const answer = await post(`{"redirect_url":"x","code":"c","state":"s","extra":${nest(16_000)}}`)
    expect(answer.json()).toMatchObject({ problems: [{ field: 'body', problem: 'is nested too deeply' }] })
    const admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
    const large = await server.app.inject({ method: 'PUT', url: '/api/events', headers: admin, payload: nest(500_000) })
    expect(large.json()).toMatchObject({ problems: [{ field: 'body', problem: 'is nested too deeply' }] })
  })

  it('names the field that cannot be stored', async () => {
    const answer = await post('{"redirect_url":"x","code":"c","state":"s","extra":[1,{"a":["b","\\ud800"]}]}')
    expect(answer.json()).toMatchObject({ problems: [{ field: 'extra.1.a.1' }] })
  })

  it('is small in public calls, and up to a mebibyte elsewhere', async () => {
    const answer = await post(JSON.stringify({ ...good, extra: 'x'.repeat(32 * 1024) }))
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ code: 'payload_too_large' })
    const admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
    const put = (bytes: number) =>
      server.app.inject({ method: 'PUT', url: '/api/events', headers: admin, payload: `"${'x'.repeat(bytes - 2)}"` })
    expect([(await put(1024 * 1024)).statusCode, (await put(1024 * 1024 + 1)).statusCode]).toEqual([400, 413])
  })
})

describe('an internal error', () => {
  it('D-23: is answered without its text and logged once with the id of the call', async () => {
    const answer = await server.get('/oauth2/poe/redirect?state=top-secret')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: 'Something went wrong on our side', code: 'internal' })
    const lines = server.logged.filter((line) => line['reqId'] === answer.headers['x-request-id'] && Number(line['level']) >= 40)
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).toContain('inner secret text')
    expect(JSON.stringify(server.logged)).not.toContain('top-secret')
  })
})

it.each(['POST', 'GET'] as const)('%s for an event deleted meanwhile is answered as if it had not been found', async (method) => {
  const answer = await server.app.inject({ method, url: '/api/late' })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'event_not_found'])
})

describe('other sites', () => {
  const from = (origin: string, method: 'GET' | 'POST' | 'OPTIONS', headers: Record<string, string> = {}) =>
    server.app.inject({
      method,
      url: '/api/oauth2/poe/callback',
      headers: { origin, ...headers },
      ...(method === 'POST' && { payload: '{}' }),
    })

  it('may read, without cookies', async () => {
    const answer = await server.get('/events', { origin: 'https://elsewhere.test' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(answer.headers['access-control-expose-headers']).toContain('x-score-sequence')
  })

  it('may not write', async () => {
    const answer = await from('https://elsewhere.test', 'POST')
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'not_allowed' })
    expect((await from('null', 'POST')).statusCode).toBe(403)
  })

  it('D-25: may write when they are allowed, and so may our own pages', async () => {
    const answer = await from(testOrigin, 'POST')
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['access-control-allow-origin']).toBe(testOrigin)
    expect((await from('http://localhost:80', 'POST')).statusCode).toBe(400)
  })

  it('get the allowed methods from a preflight', async () => {
    const ask = (origin: string, method: string) => from(origin, 'OPTIONS', { 'access-control-request-method': method })
    const reading = await ask('https://elsewhere.test', 'GET')
    expect([reading.statusCode, reading.headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect((await ask('https://elsewhere.test', 'POST')).statusCode).toBe(403)
    const writing = await ask(testOrigin, 'PUT')
    expect([writing.statusCode, writing.headers['access-control-allow-origin']]).toEqual([204, testOrigin])
    expect(writing.headers['access-control-allow-headers']).toContain('Authorization')
    expect((await server.app.inject({ method: 'OPTIONS', url: '/api/nothing' })).statusCode).toBe(204)
  })
})

describe('the pages', () => {
  it('are sent for every address outside the API, and revalidated each time', async () => {
    for (const url of ['/', '/scores/ladder', '/index.html']) {
      const answer = await server.app.inject({ method: 'GET', url, headers: page })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('<title>Muster</title>')
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
  })

  it('are cached forever if named by their content', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/assets/index-abc123.js' })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('are not sent for a missing file', async () => {
    expect((await server.app.inject({ method: 'GET', url: '/assets/gone.js', headers: { accept: '*/*' } })).statusCode).toBe(404)
    expect(
      (await server.app.inject({ method: 'GET', url: '/..%2f..%2fpackage.json', headers: { accept: '*/*' } })).statusCode,
    ).toBeGreaterThanOrEqual(400)
  })

  const readPolicy = async (url: string, { app } = server) =>
    String((await app.inject({ method: 'GET', url, headers: page })).headers['content-security-policy'])

  it('may load pictures from this site and from the game’s image host, on the judge desk from anywhere', async () => {
    expect(await readPolicy('/scores/uniques?from=/admin/submissions')).toContain("img-src 'self' data: https://web.poecdn.com;")
    expect(await readPolicy('/admin/submissions?event=3')).toContain("img-src 'self' https: data: https://web.poecdn.com;")
  })

  it('may load no item pictures if these are off, and stream thumbnails if Twitch is set up', async () => {
    const without = await startTestServer({
      web_root: pages,
      environment: { ITEM_PICTURES: 'off', TWITCH_CLIENT_ID: 'muster', TWITCH_CLIENT_SECRET: 'secret' },
    })
    expect(await readPolicy('/', without)).toContain("img-src 'self' data: https://static-cdn.jtvnw.net;")
    await without.close()
  })

  it('may load our own scripts and styles only', async () => {
    const policy = await readPolicy('/')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-src 'self' https://player.twitch.tv;")
    expect(policy).not.toContain('unsafe')
  })
})

it('serves the scripts of a build that finished after the start, and no other file', async () => {
  mkdirSync(join(pages, 'overlay', 'assets'), { recursive: true })
  for (const path of ['assets/index-def456.js', 'overlay/assets/new-def456.js', 'assets/.built-from', 'notes.js'])
    writeFileSync(join(pages, path), 'export {}')
  const readCode = async (url: string) => (await server.app.inject({ method: 'GET', url })).statusCode
  expect(await readCode('/assets/index-def456.js')).toBe(200)
  expect(await readCode('/overlay/assets/new-def456.js')).toBe(200)
  const closed = ['/assets/.built-from', '/assets/..%2fnotes.js', '/assets/gone-def456.js', '/assets/', '/notes.js']
  expect(await Promise.all(closed.map(readCode))).toEqual([404, 404, 404, 404, 404])
})

describe('a shared answer', () => {
  it('has a tag, and is not sent to clients that have it', async () => {
    const event = await anEvent(server.db)
    const url = `/events/${event.id}/teams`
    const first = await server.get(url)
    const tag = String(first.headers.etag)
    const again = await server.get(url, { 'if-none-match': `"other", ${tag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
    await aTeam(server.db, event.id)
    expect((await server.get(url, { 'if-none-match': tag })).statusCode).toBe(200)
  })

  it('is sent compressed to clients that accept it', async () => {
    const event = await anEvent(server.db)
    for (let n = 0; n < 20; n++) await aTeam(server.db, event.id)
    const answer = await server.get(`/events/${event.id}/teams`, { 'accept-encoding': 'gzip, br' })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers.vary).toContain('Accept-Encoding')
  })

  it('is fresh at once after a write through this server', async () => {
    const own = await startTestServer({ freshness: 1 })
    const event = await anEvent(own.db)
    const url = `/events/${event.id}/teams`
    expect((await own.get(url)).json()).toEqual([])
    await aTeam(own.db, event.id)
    expect((await own.get(url)).json()).toEqual([])
    await own.app.inject({
      method: 'POST',
      url: '/api/oauth2/poe/callback',
      payload: { redirect_url: 'x', code: 'c', state: 's' },
    })
    expect((await own.get(url)).json()).toHaveLength(1)
    await own.close()
  })
})

describe('the state of the server', () => {
  it('is well while the database answers, otherwise unavailable', async () => {
    const own = await startTestServer()
    expect((await own.get('/health')).json()).toEqual({ status: 'ok' })
    await own.db.destroy()
    const answer = await own.get('/health')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
    await own.app.close()
  })

  it('contains the event clock', async () => {
    server.setNow(Date.UTC(2026, 0, 17))
    expect((await server.get('/clock')).json()).toMatchObject({ now: '2026-01-17T00:00:00.000Z', speed: 1, shows_status: false })
  })
})
