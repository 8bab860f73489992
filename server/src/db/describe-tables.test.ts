import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { describeTables } from './describe-tables.ts'
import { useTestDatabase } from '../testing/test-database.ts'

const database = useTestDatabase()

test('tables.gen.ts matches the migrated schema (npm run db writes it)', async () => {
  const written = readFileSync(new URL('./tables.gen.ts', import.meta.url), 'utf8')
  expect(await describeTables(database.url)).toBe(written)
})

test('shows nullability, defaults, generated columns and arrays, and names a column of an unknown type', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(`create table shelf (
      id integer generated always as identity, name text not null, size numeric default 1, tags text[] not null default '{}',
      upper_name text generated always as (upper(name)) stored, note jsonb)`)
    expect(await describeTables(database.url)).toContain(`  shelf: {
    id: GeneratedAlways<number>
    name: string
    size: Generated<number | null>
    tags: Generated<string[]>
    upper_name: GeneratedAlways<string | null>
    note: unknown
  }
`)
    await client.query('alter table shelf add place point')
    await expect(describeTables(database.url)).rejects.toThrow('shelf.place is of type point')
  } finally {
    await client.end()
  }
})
