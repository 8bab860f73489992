import type { MadeKey, OwnKey } from '@muster/contract/keys'
import { keyPrefix } from '@muster/contract/keys'
import { describe, expect, it } from 'vitest'
import { aMember, anEvent, aTeam, aUser, testNow } from '../../testing/builders.ts'
import { makeKey } from '../../testing/keys.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { isWholeKey, makeKeyText, writeChecksum } from './key-text.ts'

const server = useTestServer({ rate_limits: { reads_of_key: 5, reads_of_user: 40, keyed_reads: 500 } })
const minute_ms = 60_000
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const statusOf = async (headers: Record<string, string>, path = '/clock') => (await server.get(path, headers)).statusCode
const listOf = async (login: { authorization: string }) => (await server.get('/users/self/keys', login)).json<OwnKey[]>()

describe('the text of a key', () => {
  it('has a checksum as in a published example of the same form', () => {
    // A token without rights that npm published: npm_, then these two parts (secretlint/secretlint, issue 200).
    expect(writeChecksum('qkJaB6MffYVzZXWqmcoF49yrUxP3wf')).toBe('0LsakP')
  })

  it('is new each time, and every changed character is noticed', () => {
    const text = makeKeyText()
    expect(text).toMatch(/^muster_[0-9A-Za-z]{36}$/)
    expect(makeKeyText()).not.toBe(text)
    expect(isWholeKey(text)).toBe(true)
    for (let place = keyPrefix.length; place < text.length; place++) {
      const other = text[place] === 'x' ? 'y' : 'x'
      expect(isWholeKey(text.slice(0, place) + other + text.slice(place + 1))).toBe(false)
    }
    expect([isWholeKey(text.slice(0, -1)), isWholeKey(`${text}0`), isWholeKey(keyPrefix)]).toEqual([false, false, false])
  })

  it('uses each digit about equally often', () => {
    const counts = new Map<string, number>()
    for (let n = 0; n < 2000; n++)
      for (const digit of makeKeyText().slice(keyPrefix.length, -6)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    expect(counts.size).toBe(62)
    // 60,000 digits, 968 of each expected: ten standard deviations either way.
    expect(Math.min(...counts.values())).toBeGreaterThan(658)
    expect(Math.max(...counts.values())).toBeLessThan(1278)
  })
})

describe('a person', () => {
  it('makes a key, whose text is shown once and stored as a hash, and always has the scope public', async () => {
    const person = await aUser(server.db)
    const login = await server.as(person)
    expect(await listOf(login)).toEqual([])
    const made = await makeKey(server, person, ['team'], new Date(testNow + minute_ms).toISOString())
    expect(made.key).toEqual({
      id: made.key.id,
      name: 'Bot',
      scopes: ['public', 'team'],
      made_at: new Date(testNow).toISOString(),
      expires_at: new Date(testNow + minute_ms).toISOString(),
      last_used_at: null,
    })
    expect(await listOf(login)).toEqual([made.key])
    expect(await statusOf(made.headers)).toBe(200)
    const stored = await server.db.selectFrom('own_keys').selectAll().where('user_id', '=', person.id).execute()
    expect(JSON.stringify(stored)).not.toContain(made.secret)
    expect(JSON.stringify(server.logged)).not.toContain(made.secret)
  })

  it('has at most 10 keys, even when two are made at the same time', async () => {
    const person = await aUser(server.db)
    const login = await server.as(person)
    for (let n = 0; n < 9; n++) await makeKey(server, person, [])
    const body = { name: 'One more', scopes: [] }
    const both = await Promise.all([0, 1].map(() => server.send('POST', '/users/self/keys', login, body)))
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400])
    expect(both.find(({ statusCode }) => statusCode === 400)?.json()).toMatchObject({ code: 'keys_full' })
    expect(await listOf(login)).toHaveLength(10)
  })

  it.each([
    [{ name: '', scopes: [] }, 'name'],
    [{ name: 'Bot', scopes: ['admin'] }, 'scopes.0'],
    [{ name: 'Bot', scopes: [], expires_at: new Date(testNow).toISOString() }, 'expires_at'],
    [{ name: 'Bot', scopes: [], expires_at: 'soon' }, 'expires_at'],
  ])('cannot make the key %j', async (body, field) => {
    const answer = await server.send('POST', '/users/self/keys', await server.as(await aUser(server.db)), body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ problems: { field: string }[] }>().problems.map((one) => one.field)).toEqual([field])
  })

  it('ends their own keys, and no key of another person', async () => {
    const [person, other] = [await aUser(server.db), await aUser(server.db)]
    const { key, headers } = await makeKey(server, person, [])
    const end = async (user: typeof person) =>
      (await server.send('DELETE', `/users/self/keys/${key.id}`, await server.as(user))).statusCode
    expect([await end(other), await statusOf(headers)]).toEqual([404, 200])
    expect([await end(person), await statusOf(headers), await end(person)]).toEqual([204, 401, 404])
  })
})

describe('a key', () => {
  it('is refused when it is wrong, and never answered as a visitor', async () => {
    const { secret } = await makeKey(server, await aUser(server.db), [])
    const broken = await server.get('/clock', bearer(secret.slice(0, -1)))
    expect([broken.statusCode, broken.json<{ error: string }>().error]).toEqual([401, expect.stringContaining('copy it again')])
    const unknown = await server.get('/clock', bearer(makeKeyText()))
    expect([unknown.statusCode, unknown.json()]).toEqual([
      401,
      { code: 'key_refused', error: expect.stringContaining('make a new one in the settings') },
    ])
  })

  it('is taken from the header only', async () => {
    const { secret } = await makeKey(server, await aUser(server.db), [])
    const { id } = await anEvent(server.db)
    const answer = await server.get(`/events/${id}/scores/ws?token=${secret}`)
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([401, expect.stringContaining('header')])
    expect(server.logged.filter((line) => JSON.stringify(line).includes(secret))).toEqual([])
    expect(server.logged.some(({ url }) => String(url).includes('/scores/ws?'))).toBe(true)
  })

  it('in the header of a socket is the only credential: another one in the address does not replace it', async () => {
    const { id } = await anEvent(server.db)
    const { headers } = await makeKey(server, await aUser(server.db), [])
    const answer = await server.get(`/events/${id}/scores/ws?token=other`, bearer(makeKeyText()))
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'key_refused'])
    // Admitted, but no socket.
    expect((await server.get(`/events/${id}/scores/ws?token=other`, headers)).statusCode).toBe(400)
  })

  it('ends with its date, and with the account', async () => {
    const person = await aUser(server.db, { display_name: 'Leaves soon' })
    const { headers } = await makeKey(server, person, [], new Date(testNow + minute_ms).toISOString())
    const { headers: endless } = await makeKey(server, person, [])
    server.setNow(testNow + minute_ms - 1)
    expect(await statusOf(headers)).toBe(200)
    server.setNow(testNow + minute_ms)
    expect([await statusOf(headers), await statusOf(endless)]).toEqual([401, 200])
    server.setNow(testNow)
    await server.send('POST', '/users/self/delete', await server.as(person), { display_name: person.display_name })
    expect([await statusOf(headers), await statusOf(endless)]).toEqual([401, 401])
    expect(await server.db.selectFrom('own_keys').where('user_id', '=', person.id).selectAll().execute()).toEqual([])
  })

  it('records its last use once a minute', async () => {
    const person = await aUser(server.db)
    const login = await server.as(person)
    const { headers } = await makeKey(server, person, [])
    const lastUse = async () => (await listOf(login))[0]?.last_used_at
    const at = (ms: number) => new Date(testNow + ms).toISOString()
    const seen = []
    for (const after of [0, minute_ms - 1, minute_ms]) {
      server.setNow(testNow + after)
      await statusOf(headers)
      seen.push(await lastUse())
    }
    server.setNow(testNow)
    expect(seen).toEqual([at(0), at(0), at(minute_ms)])
  })

  it('follows its owner out of a team with the next call', async () => {
    const { id } = await anEvent(server.db)
    const person = await aUser(server.db)
    await aMember(server.db, await aTeam(server.db, id), person.id)
    const { headers } = await makeKey(server, person, ['team'])
    expect(await statusOf(headers, `/events/${id}/plan`)).toBe(200)
    await server.db.deleteFrom('team_users').where('user_id', '=', person.id).execute()
    expect(await statusOf(headers, `/events/${id}/plan`)).toBe(403)
  })

  it('survives a logout everywhere, and a role of its owner changes nothing', async () => {
    const person = await aUser(server.db, { permissions: ['admin'] })
    const { headers } = await makeKey(server, person, ['team', 'own'])
    await server.send('POST', '/users/self/logout-everywhere', await server.as(person))
    expect([await statusOf(headers), await statusOf(headers, '/jobs')]).toEqual([200, 403])
  })

  it('has limits of its own: neither its owner nor another key uses them up', async () => {
    const person = await aUser(server.db)
    const login = await server.as(person)
    const [first, second] = [await makeKey(server, person, []), await makeKey(server, person, [])]
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push(await statusOf(first.headers))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect([await statusOf(second.headers), await statusOf(login), await statusOf({})]).toEqual([200, 200, 200])
    const refused = await server.get('/clock', first.headers)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is in the export of its owner without its hash', async () => {
    const person = await aUser(server.db)
    const { key, secret } = await makeKey(server, person, [])
    const { body } = await server.get('/users/self/data', await server.as(person))
    const { tables } = JSON.parse(body) as { tables: Record<string, object[]> }
    expect(tables['own_keys']).toMatchObject([{ id: key.id, name: 'Bot', scopes: ['public'] }])
    expect(tables['own_keys']?.flatMap((row) => Object.keys(row))).not.toContain('key_hash')
    expect(body).not.toContain(secret)
  })
})

it('a key gets the same answer with and without a version in the address', async () => {
  const { secret } = await makeKey(server, await aUser(server.db), [])
  const ask = (url: string) => server.app.inject({ method: 'GET', url, headers: bearer(secret) })
  expect((await ask('/api/v1/events')).body).toBe((await ask('/api/events')).body)
  const made: MadeKey['secret'] = secret
  expect((await server.app.inject({ method: 'GET', url: '/api/v1/events', headers: bearer(`${made}x`) })).statusCode).toBe(401)
})
