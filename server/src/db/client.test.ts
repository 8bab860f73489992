import { afterEach, expect, test, vi } from 'vitest'
import { useTestDatabase } from '../testing/test-database.ts'
import { Client } from './client.ts'

const database = useTestDatabase()
afterEach(() => vi.restoreAllMocks())

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const pass = (ms: number) => {
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + ms)
}

/** Ends a connection the way the operating system does. */
const end = async (client: Client, code: string) => {
  const ended = new Promise((resolve) => client.once('end', resolve))
  client.connection.stream.destroy(Object.assign(new Error(`read ${code}`), { code }))
  await ended
}

test('if the database is unreachable, running statements do not wait for an answer', async () => {
  const [resting, asking] = [await connect(), await connect()]
  const answer = expect(asking.query('select pg_sleep(1)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  pass(10_000)
  await end(resting, 'ETIMEDOUT')
  await answer
})

test('a connection that has just received data stays open', async () => {
  const [resting, asking, hearing] = [await connect(), await connect(), await connect()]
  pass(10_000)
  await hearing.query('select 1')
  const answer = expect(asking.query('select pg_sleep(1)')).rejects.toThrow('no answer from the database')
  await end(resting, 'ETIMEDOUT')
  await answer
  expect((await hearing.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
  await hearing.end()
})

test('other errors of a connection leave the rest open', async () => {
  const [reset, resting] = [await connect(), await connect()]
  pass(10_000)
  await end(reset, 'ECONNRESET')
  expect((await resting.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
  await resting.end()
})
