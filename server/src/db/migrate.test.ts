import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { connectDatabase, type Connection } from './connect.ts'
import { checkPostgres, DatabaseTooNew, DatabaseTooOld, listMigrations, migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connectDatabase(database.url)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const apply = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(connection.db)

test('a program starts on a database that a later version has added to, and that took away only what it does not use', async () => {
  await apply('9001_adds_a_table')
  await apply('9002_since_0032_drops_a_column')
  expect(await migrate(database.url)).toEqual([])
})

test('it refuses one from which a later version took what it may use, and says which', async () => {
  await apply('9003_since_9001_drops_a_table')
  await expect(migrate(database.url)).rejects.toThrow(new DatabaseTooNew(['9003_since_9001_drops_a_table']))
})

test('a PostgreSQL before 15 is refused', () => {
  expect(() => checkPostgres({ version_number: 140_019, version: '14.19' })).toThrow(new DatabaseTooOld('14.19'))
  expect(() => checkPostgres({ version_number: 150_000, version: '15.0' })).not.toThrow()
})

test('a migration that has to wait for a table lets others at it, and is tried again until it has it', async () => {
  const { url, drop } = await createEmptyDatabase(database.url)
  const all = await listMigrations()
  const upTo = (name: string) => all.slice(0, all.indexOf(name) + 1)
  await migrate(url, upTo('0026_records_of_players'))
  const { db, close } = connectDatabase(url)
  let migrating: Promise<string[]> | undefined
  await db.transact(async (tx) => {
    await sql`select from build_figures`.execute(tx)
    migrating = migrate(url, upTo('0027_builds_that_failed'))
    const isWaiting = sql`select from pg_locks where not granted and relation = 'build_figures'::regclass`
    await expect.poll(async () => (await isWaiting.execute(db)).rows.length).toBeGreaterThan(0)
    // Answered while the first reader still holds the table.
    expect((await sql`select from build_figures`.execute(db)).rows).toEqual([])
  })
  expect(await migrating).toEqual(['0027_builds_that_failed'])
  await close()
  await drop()
})

async function createEmptyDatabase(server_url: string) {
  const name = `test_${randomBytes(8).toString('hex')}`
  await sql.raw(`create database ${name}`).execute(connection.db)
  const url = new URL(server_url)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => sql.raw(`drop database ${name} with (force)`).execute(connection.db) }
}
