import type { Socket } from 'node:net'
import pg from 'pg'
import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { scorekeeperLock } from '../db/ledger.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { openLeaderships } from './leadership.ts'

const event_id = 7 as EventId
const never = (error: unknown) => {
  throw error
}
const wait = { timeout: 60_000, interval: 20 }

const database = useTestDatabase()
let connection: ReturnType<typeof connectDatabase>
beforeAll(() => {
  connection = connectDatabase(database.url)
})
afterAll(() => connection.close())

test('a leader that hangs is deposed, even while it holds a lock', async () => {
  const hanging = new pg.Client({ connectionString: database.url, application_name: 'muster-leadership' })
  const ends = vi.fn<() => void>()
  hanging.on('error', ends)
  await hanging.connect()
  await hanging.query('select pg_advisory_lock($1, $2)', [scorekeeperLock, event_id])
  const next = openLeaderships(database.url, never, { every_ms: 50, silence_ms: 400 })
  await vi.waitFor(async () => expect(await next.acquire(event_id)).not.toBeNull(), wait)
  expect(ends).toHaveBeenCalled()
  await next.close()
})

test('the other connections of a process that hangs while it reads an answer end too, with their locks', async () => {
  const leader = new pg.Client({ connectionString: database.url, application_name: 'muster-leadership' })
  const reader = new pg.Client({ connectionString: database.url, application_name: 'muster' })
  const lock = [scorekeeperLock, event_id + 1]
  for (const client of [leader, reader]) {
    client.on('error', () => undefined)
    await client.connect()
  }
  await leader.query('select pg_advisory_lock($1, $2)', [scorekeeperLock, event_id])
  await reader.query('begin')
  await reader.query('select pg_advisory_xact_lock($1, $2)', lock)
  const answer = reader.query(`select repeat('x', 1000) from generate_series(1, 100000)`).catch(() => undefined)
  const { stream } = (reader as unknown as { connection: { stream: Socket } }).connection
  stream.pause()
  const next = openLeaderships(database.url, never, { every_ms: 50, silence_ms: 900 })
  await vi.waitFor(async () => expect(await next.acquire(event_id)).not.toBeNull(), wait)
  const isFree = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${scorekeeperLock}, ${event_id + 1}) as free`
  await vi.waitFor(async () => expect((await isFree.execute(connection.db)).rows).toEqual([{ free: true }]), { timeout: 5000 })
  stream.destroy()
  await answer
  await next.close()
})

test('a leader proves that it is alive, so that it is not deposed', async () => {
  const leading = openLeaderships(database.url, never, { every_ms: 20, silence_ms: 60_000 })
  const leadership = await leading.acquire(event_id)
  const readSign = async () => {
    const { rows } = await sql<{ at: Date }>`
      select state_change as at from pg_stat_activity
      where application_name = 'muster-leadership' and datname = current_database()`.execute(connection.db)
    return rows[0]?.at.getTime() ?? 0
  }
  const before = await readSign()
  await vi.waitFor(async () => expect(await readSign()).toBeGreaterThan(before), wait)
  const other = openLeaderships(database.url, never, { every_ms: 20, silence_ms: 60_000 })
  expect(await other.acquire(event_id)).toBeNull()
  expect(leadership?.lost.aborted).toBe(false)
  await Promise.all([leading.close(), other.close()])
})

test('closing waits for running statements, and reports nothing', async () => {
  const onError = vi.fn<(error: unknown) => void>()
  const leading = openLeaderships(database.url, onError, { every_ms: 60_000, silence_ms: 60_000 })
  const leadership = await leading.acquire(event_id)
  const released = leadership?.release()
  await leading.close()
  await expect(released).resolves.toBeUndefined()
  expect(onError).not.toHaveBeenCalled()
})

test('a process that hangs in a transaction keeps its locks for seconds, not forever', async () => {
  const { rows } = await sql<Record<string, string>>`show idle_in_transaction_session_timeout`.execute(connection.db)
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '20s' }])
  // These settings have no values for a Unix socket, which cannot be cut.
  const settings = await sql<{ name: string }>`
    select name from pg_settings where name like 'tcp%' and source = 'client' order by name`.execute(connection.db)
  expect(settings.rows.map(({ name }) => name)).toEqual([
    'tcp_keepalives_count',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
    'tcp_user_timeout',
  ])
})
