import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

// The types of schema.ts do not exist at run time, so its text is read: one table, one column, one `| null` at a time.

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function listDeclared(): string[] {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const text = read('./schema.ts')
  const own = text.slice(text.indexOf('export interface Database '), text.indexOf('export type Row<'))
  const body = own + read('./evaluation-tables.ts') + read('./login-tables.ts')
  const columns: string[] = []
  for (const [, table = '', fields = ''] of body.matchAll(/^ {2}(\w+): \{([\s\S]*?)\}$/gm)) {
    for (const field of fields.split(/[\n;]/)) {
      const match = /^\s*(\w+): (.+)$/.exec(field)
      if (match) columns.push(`${table}.${match[1]}${/\| null\b/.test(match[2] ?? '') ? ' null' : ''}`)
    }
  }
  return columns.toSorted()
}

test('the table types name every column of the migrated database, with the same nullability', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ column: string }>(`
    select table_name || '.' || column_name || case is_nullable when 'YES' then ' null' else '' end as column
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'`)
  await client.end()
  expect(listDeclared()).toEqual(rows.map((row) => row.column).toSorted())
})
