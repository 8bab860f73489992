import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { createSharedCounter } from './shared-limits.ts'

// Two processes on one database, with local limits that this test never reaches.

const database = useTestDatabase()
let processes: [TestServer, TestServer]
beforeAll(async () => {
  const start = () =>
    startTestServer({
      database: { url: database.url, drop: () => Promise.resolve() },
      environment: { BOT_SECRET: 'what the bot logs in with, long enough', DISCORD_CLIENT_ID: 'x', DISCORD_CLIENT_SECRET: 'x' },
      discord: {},
      rate_limits: { reads: 3, logins: 3, bot_logins: 3, logins_of_user: 3, dear_calls_of_user: 3 },
    })
  processes = [await start(), await start()]
})
afterAll(() => Promise.all(processes.map((one) => one.close())))
beforeEach(() => sql`truncate call_windows`.execute(processes[0].db))

/** Calls that alternate between both. */
async function alternate(times: number, call: (server: TestServer) => Promise<{ statusCode: number }>): Promise<number[]> {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await call(processes[n % 2 === 0 ? 0 : 1])).statusCode)
  return statuses
}

test("guesses of the bot's secret are counted by both processes together", async () => {
  const body = { token: 'a guess' }
  expect(await alternate(5, (one) => one.send('POST', '/oauth2/discord/bot-login', {}, body))).toEqual([401, 401, 401, 429, 429])
})

test('as are logins of an address, and expensive calls of a user', async () => {
  const from = (address: string) => (one: TestServer) =>
    one.app.inject({ method: 'GET', url: '/api/oauth2/poe/redirect', remoteAddress: address })
  expect(await alternate(4, from('192.0.2.7'))).toEqual([200, 200, 200, 429])
  expect(await alternate(1, from('192.0.2.8'))).toEqual([200])
  const headers = await processes[0].as(await aUser(processes[0].db))
  expect(await alternate(4, (one) => one.get('/users/self/data', headers))).toEqual([200, 200, 200, 429])
})

test('cheap reads are counted by each process separately', async () => {
  expect(await alternate(6, (one) => one.app.inject({ method: 'GET', url: '/api/clock', remoteAddress: '192.0.2.11' }))).toEqual([
    200, 200, 200, 200, 200, 200,
  ])
})

test('a window ends, its data is deleted with the next one, and nothing in it is readable', async () => {
  const { ctx, db } = processes[0]
  const counter = createSharedCounter(ctx, 60_000)
  const take = () => counter.take('logins', '192.0.2.9', 1)
  expect(await take()).toBe(0)
  const left_ms = await take()
  expect(left_ms).toBeGreaterThan(0)
  expect(left_ms).toBeLessThanOrEqual(60_000)
  const { rows } = await sql<{ text: string }>`select call_windows::text as text from call_windows`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain('192.0.2')
  await sql`update call_windows set began_at = began_at - interval '61 seconds'`.execute(db)
  expect(await take()).toBe(0)
  await sql`update call_windows set began_at = began_at - interval '61 seconds'`.execute(db)
  await createSharedCounter(ctx, 60_000).take('logins', '192.0.2.10', 1)
  expect((await sql`select from call_windows`.execute(db)).rows).toHaveLength(1)
})

test('a call that cannot be counted is allowed, with a log line', async () => {
  const { ctx, db, logged } = processes[0]
  await sql`alter table call_windows rename to moved_away`.execute(db)
  try {
    expect(await createSharedCounter(ctx, 60_000).take('logins', 'x', 1)).toBe(0)
  } finally {
    await sql`alter table moved_away rename to call_windows`.execute(db)
  }
  expect(logged.some(({ msg }) => msg === 'could not count a call across processes; the call is allowed')).toBe(true)
})
