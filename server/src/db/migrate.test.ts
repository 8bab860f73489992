import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../testing/test-database.ts'
import { connectDatabase, type Connection } from './connect.ts'
import { checkPostgres, DatabaseTooNew, DatabaseTooOld, migrate } from './migrate.ts'

const database = useTestDatabase()
let connection: Connection
beforeAll(() => {
  connection = connectDatabase(database.url)
})
afterAll(() => connection.close())

const apply = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(connection.db)

test('a program starts on a database that a later version has extended, or from which it removed only unused columns', async () => {
  await apply('9001_adds_a_table')
  await apply('9002_since_0001_drops_a_column')
  expect(await migrate(database.url)).toEqual([])
})

test('a program refuses a database from which a later version removed something it uses, and names the migration', async () => {
  await apply('9003_since_9001_drops_a_table')
  await expect(migrate(database.url)).rejects.toThrow(new DatabaseTooNew(['9003_since_9001_drops_a_table']))
})

test('a PostgreSQL before 15 is refused', () => {
  expect(() => checkPostgres({ version_number: 140_019, version: '14.19' })).toThrow(new DatabaseTooOld('14.19'))
  expect(() => checkPostgres({ version_number: 150_000, version: '15.0' })).not.toThrow()
})

test('a migration that waits for a table lets other statements through, and retries until it gets the lock', async () => {
  const { url, drop } = await createEmptyDatabase(database.url)
  const first: [string, string] = ['0001_table', 'create table things (id integer)']
  await migrate(url, new Map([first]))
  const { db, close } = connectDatabase(url)
  let migrating: Promise<string[]> | undefined
  await db.transact(async (tx) => {
    await sql`select from things`.execute(tx)
    migrating = migrate(url, new Map([first, ['0002_column', 'alter table things add column name text']]))
    const isWaiting = sql`select from pg_locks where not granted and relation = 'things'::regclass`
    await expect.poll(async () => (await isWaiting.execute(db)).rows.length).toBeGreaterThan(0)
    // Answered while the first reader still holds the table.
    expect((await sql`select from things`.execute(db)).rows).toEqual([])
  })
  expect(await migrating).toEqual(['0002_column'])
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
