import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { aUser } from '../testing/builders.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

// The load that one caller may cause: calls a minute, time, connections.

let strict: TestServer | undefined
afterEach(() => strict?.close().then(() => (strict = undefined)))
const start = async (options: TestServerOptions) => (strict = await startTestServer(options))

describe('too many calls', () => {
  it('from one address are refused for a while, by kind', async () => {
    const server = await start({ rate_limits: { reads: 3, logins: 1 } })
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await server.get('/clock')).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    const answer = await server.get('/events')
    expect(answer.json()).toEqual({ error: 'Too many requests, please wait a moment', code: 'rate_limited' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await server.get('/oauth2/poe/redirect')).statusCode).toBe(200)
    expect((await server.get('/oauth2/poe/redirect')).statusCode).toBe(429)
  })

  it.each([
    ['a page', '/scores', 200],
    ['an address where no file is', '/missing.js', 200],
    ['an unknown address of the API', '/api/nothing', 404],
    ['an address that cannot be read', '/%', 400],
    ['an address with a slash too many', '/api/clock/', 301],
    ['the documentation', '/api/docs', 200],
  ])('for %s have their own limit', async (_, url, status) => {
    const server = await start({ rate_limits: { pages: 2, reads: 1 } })
    const ask = () => server.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([status, status])
    const refused = await ask()
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await server.get('/clock')).statusCode).toBe(200)
  })

  it('of one user are refused from every address, and other users are not', async () => {
    const server = await start({ rate_limits: { reads_of_user: 2 } })
    const [busy, other] = [await server.as(await aUser(server.db)), await server.as(await aUser(server.db))]
    const from = async (address: string, headers: Record<string, string>) =>
      (await server.app.inject({ method: 'GET', url: '/api/users/self', headers, remoteAddress: address })).statusCode
    expect([await from('192.0.2.1', busy), await from('192.0.2.2', busy), await from('192.0.2.3', busy)]).toEqual([200, 200, 429])
    expect(await from('192.0.2.3', other)).toBe(200)
    expect((await server.get('/clock')).statusCode).toBe(200)
  })

  it('that connect accounts are counted by user, and logins of visitors by address only', async () => {
    const server = await start({ rate_limits: { logins_of_user: 1 } })
    const user = await server.as(await aUser(server.db))
    const statuses = []
    for (const headers of [user, {}, user, {}]) statuses.push((await server.get('/oauth2/poe/redirect', headers)).statusCode)
    expect(statuses).toEqual([200, 200, 429, 200])
  })

  it('of one user are counted separately for writes and reads', async () => {
    const server = await start({ rate_limits: { reads_of_user: 1, writes_of_user: 1 } })
    const headers = await server.as(await aUser(server.db))
    const write = async () =>
      (await server.app.inject({ method: 'PATCH', url: '/api/users/self', headers, payload: {} })).statusCode
    expect((await server.get('/users/self', headers)).statusCode).toBe(200)
    expect([await write(), await write()]).toEqual([400, 429])
  })

  it('from one network of IPv6 count together', async () => {
    const server = await start({ rate_limits: { reads: 1 } })
    const from = async (address: string) =>
      (await server.app.inject({ method: 'GET', url: '/api/clock', remoteAddress: address })).statusCode
    expect([await from('2001:db8:1:2::1'), await from('2001:db8:1:2:ffff::2'), await from('2001:db8:1:3::1')]).toEqual([
      200, 429, 200,
    ])
  })

  it('are counted by client behind a proxy on this machine, and the word of no other proxy is trusted', async () => {
    const server = await start({ rate_limits: { reads: 1 } })
    const from = async (address: string, forwarded: string) =>
      (
        await server.app.inject({
          method: 'GET',
          url: '/api/clock',
          remoteAddress: address,
          headers: { 'x-forwarded-for': forwarded },
        })
      ).statusCode
    expect([await from('127.0.0.1', '192.0.2.1'), await from('127.0.0.1', '192.0.2.2')]).toEqual([200, 200])
    expect([await from('198.51.100.1', '192.0.2.3'), await from('198.51.100.1', '192.0.2.4')]).toEqual([200, 429])
  })
})

describe('a proxy that the configuration names', () => {
  it('is trusted, and its neighbours are not', async () => {
    const server = await start({ rate_limits: { reads: 1 }, environment: { TRUST_PROXY: '198.51.100.0/28' } })
    const from = async (remoteAddress: string, forwarded: string) =>
      (
        await server.app.inject({
          method: 'GET',
          url: '/api/clock',
          remoteAddress,
          headers: { 'x-forwarded-for': forwarded },
        })
      ).statusCode
    expect([await from('198.51.100.2', '192.0.2.1'), await from('198.51.100.2', '192.0.2.2')]).toEqual([200, 200])
    expect([await from('198.51.100.99', '192.0.2.3'), await from('198.51.100.99', '192.0.2.4')]).toEqual([200, 429])
  })
})

describe('a broken request', () => {
  /** Sends raw bytes, and reads until the server closes. */
  async function say(server: TestServer, bytes: string): Promise<{ status: number; body: unknown }> {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.end(bytes)
    const answer = await text(socket)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown }
  }

  it('is refused in the form of every refusal', async () => {
    expect(await say(await start({}), 'HELLO\r\n\r\n')).toEqual({
      status: 400,
      body: { error: 'The request is not valid', code: 'invalid_request' },
    })
  })

  it('that is too long is refused as such', async () => {
    const long = `GET /api/events HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`
    expect(await say(await start({}), long)).toEqual({
      status: 431,
      body: { error: 'The address or the headers are too long', code: 'headers_too_large' },
    })
  })
})

describe('too much time', () => {
  it('ends with 503 for the caller', async () => {
    const server = await start({ answer_ms: 100 })
    const blocker = connectDatabase(server.database_url)
    await blocker.db.transact(async (tx) => {
      await sql`lock table events in access exclusive mode`.execute(tx)
      const answer = await server.get('/events')
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
    })
    await blocker.close()
    expect((await server.get('/events')).statusCode).toBe(200)
  })

  it('ends a query on request', async () => {
    const server = await start({})
    const impatient = connectDatabase(server.database_url, { statement_ms: 50 })
    await expect(sql`select pg_sleep(60)`.execute(impatient.db)).rejects.toMatchObject({ code: '57014' })
    await impatient.close()
  })
})

describe('a database that disappears', () => {
  const server = useTestServer()

  it('D-61: makes calls unavailable while it is gone, and the server works again afterwards', async () => {
    expect((await server.get('/events')).statusCode).toBe(200)
    const name = new URL(server.database_url).pathname.slice(1)
    const elsewhere = new URL(server.database_url)
    elsewhere.pathname = '/postgres'
    const administrator = connectDatabase(elsewhere.href)
    await sql`alter database ${sql.ref(name)} with allow_connections false`.execute(administrator.db)
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`.execute(administrator.db)
    const gone = await server.get('/events')
    expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
    await sql`alter database ${sql.ref(name)} with allow_connections true`.execute(administrator.db)
    await administrator.close()
    expect((await server.get('/events')).statusCode).toBe(200)
  })

  it('D-61: between two queries of a transaction ends only this transaction', async () => {
    const began = server.db.transact(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(server.db)
      await sql`select 1`.execute(tx)
    })
    // The connection ends before the statement is sent, or while it is being sent.
    await expect(began).rejects.toThrow(/connection error and is not queryable|EPIPE|ECONNRESET|terminated/)
    expect((await server.get('/events')).statusCode).toBe(200)
  })
})
