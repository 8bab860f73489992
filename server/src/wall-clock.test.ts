import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock } from './clock.ts'
import { connectDatabase } from './db/connect.ts'
import { useTestDatabase } from './testing/test-database.ts'
import { agreeOnTime, measureClock, wallNow } from './wall-clock.ts'

const hour_ms = 3_600_000
const minute_ms = 60_000
const database = useTestDatabase()
let connection: ReturnType<typeof connectDatabase>
beforeAll(() => {
  connection = connectDatabase(database.url)
})
afterAll(async () => {
  // Resets the correction, because other tests use this clock as well.
  await agreeOnTime(connection.db)
  await connection.close()
})

test('a machine whose clock is an hour off uses the clock of the database, and reports the difference', async () => {
  expect(await agreeOnTime(connection.db)).toBe(0)
  await sql`create schema early`.execute(connection.db)
  await sql`create function early.clock_timestamp() returns timestamptz language sql
    as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$`.execute(connection.db)
  const early = connectDatabase(`${database.url}&options=-c%20search_path%3Dearly%2Cpg_catalog`)
  // Adding 0 turns -0 into 0.
  const close = (ms: number) => Math.round(ms / minute_ms) + 0
  expect(close(await agreeOnTime(early.db))).toBe(60)
  expect(close(wallNow() - Date.now())).toBe(60)
  expect(close(measureClock())).toBe(-60)
  expect(await agreeOnTime(early.db)).toBe(0)
  await early.close()

  expect(close(await agreeOnTime(connection.db))).toBe(-60)
  expect(close(wallNow() - Date.now())).toBe(0)
})

test('setting the clock back does not lengthen a wait', async () => {
  let now = 10 * hour_ms
  const clock = createClock(null, () => now)
  const slept = clock.sleep(20)
  now -= hour_ms
  await slept
  expect(clock.now()).toBe(9 * hour_ms)
})
