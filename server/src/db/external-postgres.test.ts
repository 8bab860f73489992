import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findEmbedded, findInstalled, startExternalPostgres } from '../testing/external-postgres.ts'
import { connectDatabase } from './connect.ts'
import { describeSchema } from './describe-schema.ts'
import { examineDatabase } from './examine.ts'
import { listMigrations, migrate } from './migrate.ts'
import { createTestDatabase } from '../testing/test-database.ts'

// A server like the one DATABASE_URL names in production: run by others, over TCP, with a password.

const installed = findInstalled()
const servers = [
  {
    name: 'the embedded programs as a separate server',
    programs: findEmbedded,
    absent: false,
  },
  {
    name: `the machine's PostgreSQL (${installed ?? 'none installed'})`,
    programs: () => installed ?? '',
    absent: installed === undefined,
  },
]

describe.each(servers)('over TCP with a password: $name', ({ programs, absent }) => {
  let server: Awaited<ReturnType<typeof startExternalPostgres>>
  beforeAll(async () => {
    if (!absent) server = await startExternalPostgres(programs())
  })
  afterAll(() => server?.stop())

  test.skipIf(absent)('several processes may migrate at once, and each migration is applied once', async () => {
    const all = readdirSync(new URL('../../../database/migrations/', import.meta.url)).map((name) => name.replace('.sql', ''))
    const applied = await Promise.all([migrate(server.url), migrate(server.url), migrate(server.url)])
    expect(applied.flat().sort()).toEqual(all.sort())
    expect(await migrate(server.url)).toEqual([])
    const embedded = await createTestDatabase()
    expect(await describeSchema(server.url)).toBe(await describeSchema(embedded.url))
    await embedded.drop()
  })

  test.skipIf(absent)('values are read with the type they were written with', async () => {
    const { db, close } = connectDatabase(server.url)
    const times = { start: new Date('2026-11-20T18:00:00Z'), end: new Date('2026-11-22T18:00:00Z') }
    const { id } = await db
      .insertInto('events')
      .values({
        name: 'Größe ✓',
        game_version: 'poe1',
        max_size: 100,
        patch: null,
        application_start_time: times.start,
        application_end_time: times.start,
        event_start_time: times.start,
        event_end_time: times.end,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const read = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(read).toMatchObject({ name: 'Größe ✓', is_current: false, waitlist_size: 0, patch: null, event_end_time: times.end })
    await close()
  })

  test.skipIf(absent)('the server closes a connection whose other end is silent for 20 seconds, idle or not', async () => {
    const { pool, close } = connectDatabase(server.url)
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name like 'tcp%'`,
    )
    const set = Object.fromEntries(rows.map(({ name, setting }) => [name.replace('tcp_', ''), Number(setting)]))
    const { keepalives_idle = 0, keepalives_interval = 0, keepalives_count = 0, user_timeout } = set
    expect([(keepalives_idle + keepalives_interval * keepalives_count) * 1000, user_timeout]).toEqual([20_000, 20_000])
    await close()
  })

  test.skipIf(absent)('a wrong password is refused with a clear error', async () => {
    await expect(migrate(server.url.replace('correct', 'wrong'))).rejects.toThrow(/password authentication failed/)
  })

  test.skipIf(absent)('the commands of the runbook create a database on a managed server without a superuser', async () => {
    const runbook = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const lines = /```sql\n(create role muster [\s\S]*?)```/.exec(runbook)?.[1]?.trim().split('\n') ?? []
    expect(lines).toHaveLength(3)
    // These tests already use the role's name.
    const recipe = lines.map((line) => line.replaceAll('muster', 'second'))
    await execute(server.url, [`create role administrator login createdb createrole password 'a'`])
    await execute(withUser(server.url, 'administrator', 'a'), recipe)
    const password = /password '([^']+)'/.exec(lines[0] ?? '')?.[1] ?? ''
    const url = withUser(server.url, 'second', password, '/second')
    expect(await migrate(url)).toEqual(await listMigrations())
    expect(await examineDatabase(url)).toMatchObject({
      may_create: true,
      foreign_tables: 0,
      is_utf8: true,
      pending_migrations: [],
    })
  })
})

function withUser(of: string, user: string, password: string, path = '/postgres'): string {
  const url = new URL(of)
  Object.assign(url, { username: user, password, pathname: path })
  return url.href
}

async function execute(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const sql of statements) await client.query(sql)
  await client.end()
}
