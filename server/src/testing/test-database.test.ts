import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

async function listTables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sql = `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  const { rows } = await client.query<{ name: string }>(sql)
  await client.end()
  return rows.map((row) => row.name)
}

test('each test database is migrated, and changes in one are not visible in another', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const client = new pg.Client({ connectionString: one.url })
  await client.connect()
  await client.query('create table only_here (id int)')
  await client.end()
  const [tables, tables_of_other] = [await listTables(one.url), await listTables(other.url)]
  expect(tables_of_other).toContain('events')
  expect(tables.filter((name) => !tables_of_other.includes(name))).toEqual(['only_here'])
  await Promise.all([one.drop(), other.drop()])
})
