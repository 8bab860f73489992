import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { retryDeadlocks } from './deadlocks.ts'
import { useTestDatabase } from '../testing/test-database.ts'

const database = useTestDatabase()
let pool: ReturnType<typeof connectDatabase>
beforeAll(() => {
  pool = connectDatabase(database.url)
})
afterAll(() => pool.close())

/** Resolves when `of` callers have arrived. */
function createMeeting(of: number) {
  let came = 0
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return () => {
    if (++came >= of) open()
    return opened
  }
}

test('two transactions that wait for each other both finish', async () => {
  const meet = createMeeting(2)
  let attempts = 0
  const lockBoth = (first: number, second: number) =>
    retryDeadlocks(() =>
      pool.db.transact(async (tx) => {
        attempts++
        await sql`select pg_advisory_xact_lock(${first})`.execute(tx)
        await meet()
        await sql`select pg_advisory_xact_lock(${second})`.execute(tx)
        return first
      }),
    )
  expect(await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])).toEqual([1, 2])
  expect(attempts).toBe(3)
})

test('other errors are not retried', async () => {
  let attempts = 0
  const fail = () => {
    attempts++
    return pool.db.transact((tx) => sql`select 1 / 0`.execute(tx))
  }
  await expect(retryDeadlocks(fail)).rejects.toThrow('division by zero')
  expect(attempts).toBe(1)
})
