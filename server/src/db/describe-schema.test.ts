import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { describeSchema } from './describe-schema.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const written = readFileSync(new URL('../../../database/schema.sql', import.meta.url), 'utf8')

test('database/schema.sql shows the migrated schema (npm run db writes it)', async () => {
  const { url, drop } = await createTestDatabase()
  expect(await describeSchema(url)).toBe(written)
  await drop()
})

test.each([
  ['a column', 'alter table events add column extra text'],
  ['a default', `alter table events alter column name set default 'x'`],
  ['whether it may be empty', 'alter table events alter column patch set not null'],
  ['an index', 'create index events_name on events (name)'],
  ['a rule', 'alter table events add constraint events_sized check (max_size > 0)'],
  ['a function', 'create function answer() returns int language sql as $$ select 42 $$'],
])('%s that is missing in the file is noticed', async (_what, change) => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(change)
  await client.end()
  expect(await describeSchema(url)).not.toBe(written)
  await drop()
})
