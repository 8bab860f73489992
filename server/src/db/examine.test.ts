import { connectDatabase } from './connect.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { examineDatabase } from './examine.ts'
import { listMigrations } from './migrate.ts'

/** A database for this test alone. */
async function withDatabase(use: (url: string, run: (text: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  const database = await createTestDatabase()
  const { db, close } = connectDatabase(database.url, { max_connections: 1 })
  try {
    await use(database.url, (text) => sql.raw(text).execute(db))
  } finally {
    await close()
    await database.drop()
  }
}

test('recognises a database that Muster can use, without changing it', () =>
  withDatabase(async (url) => {
    const facts = await examineDatabase(url)
    expect(facts).toMatchObject({
      is_utf8: true,
      is_read_only: false,
      may_create: true,
      foreign_tables: 0,
      hears: true,
      is_private: true,
      pending_migrations: [],
      unknown_migrations: [],
      events: 0,
    })
    expect(facts.version_number).toBeGreaterThanOrEqual(150_000)
    expect(facts.connections).toBeGreaterThan(0)
    expect(Math.abs(facts.clock_ahead_ms)).toBeLessThan(60_000)
  }))

test('distinguishes pending migrations, migrations of a later version, and an empty database', () =>
  withDatabase(async (url, run) => {
    const known = await listMigrations()
    await run(`update kysely_migration set name = '9999_of_tomorrow' where name = '${known.at(-1)}'`)
    expect(await examineDatabase(url)).toMatchObject({
      pending_migrations: [known.at(-1)],
      unknown_migrations: ['9999_of_tomorrow'],
      breaking_migrations: [],
    })
    await run('drop table kysely_migration; alter table events rename to once_events')
    expect(await examineDatabase(url)).toMatchObject({ pending_migrations: known, unknown_migrations: [], events: 0 })
  }))

test('finds missing privileges, connection limits, and settings that risk data loss', () =>
  withDatabase(async (url, run) => {
    const name = `doctor_${Math.random().toString(36).slice(2)}`
    await run(`create role ${name} login connection limit 7`)
    try {
      await run(`grant select on all tables in schema public to ${name}`)
      const facts = await examineDatabase(
        `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c role=${name} -c default_transaction_read_only=on -c synchronous_commit=off`)}`,
      )
      expect(facts).toMatchObject({ user: name, may_create: false, is_read_only: true, connections: 7 })
      expect(facts.foreign_tables).toBeGreaterThan(20)
      expect(facts.unsafe).toContain('synchronous_commit')
    } finally {
      await run(`drop owned by ${name}; drop role ${name}`)
    }
  }))
