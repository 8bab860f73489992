import { beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { Impersonal } from './kept-table.ts'
import { isPersonal, register } from './register.ts'

// The register of personal data, compared with the columns of the database.

interface Column {
  readonly table: keyof typeof register
  readonly column: string
  readonly refers_to_user: boolean
  readonly type: string
}

let columns: Column[]
beforeAll(async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      exists (
        select from pg_constraint con
        where con.conrelid = c.oid and con.contype = 'f' and con.confrelid = 'users'::regclass and a.attnum = any (con.conkey)
      ) or a.attname in ('user_id', 'author_id') as refers_to_user
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r' join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relname not like 'kysely_%' and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`)
  columns = rows
  await client.end()
  await database.drop()
})

/** Types that can hold a name, a text or an upload of a user. */
const holdsTexts = ({ type }: Column) => ['text', 'text[]', 'jsonb', 'json', 'bytea'].includes(type)
/** Columns that name a person in any table. */
const namesPeople = /^(account_name|display_name|character_name|character_id|handle|twitch\w*|discord\w*|e_?mail|\w*token)$/
const isCounter = ({ table, column }: Column) => table === 'users' && column === 'token_version'
/** Failures of programs quote answers, which may name players. */
const isUnlistedError = ({ column }: Column, { texts = [] }: Impersonal) => column.endsWith('_error') && !texts.includes(column)
const nameOf = ({ table, column }: Column) => `${table}.${column}`

it('names every table, and no other', () => {
  expect(Object.keys(register).toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted())
})

it('knows every column that refers to a person, or could name one, of rows that outlive their person', () => {
  const forgotten = columns.filter((one) => {
    const table = register[one.table]
    if (!isPersonal(table)) return one.refers_to_user || namesPeople.test(one.column) || isUnlistedError(one, table)
    const isListed = one.column in (table.columns ?? {})
    // A row of another person stays, and may refer to the deleted one.
    if (table.rows === 'go') return one.refers_to_user && !/^(?:user|judge)_id$/.test(one.column) && !isListed
    return (one.refers_to_user || holdsTexts(one)) && !isCounter(one) && !isListed
  })
  expect(forgotten.map(nameOf)).toEqual([])
})

it('names no missing column', () => {
  const known = new Set(columns.map(nameOf))
  const named = Object.entries(register).flatMap(([name, table]) =>
    isPersonal(table)
      ? [
          ...Object.keys(table.columns ?? {}),
          ...(table.not_exported ?? []),
          ...(table.packed === undefined ? [] : [table.packed]),
        ].map((column) => `${name}.${column}`)
      : (table.texts ?? []).map((column) => `${name}.${column}`),
  )
  expect(named.filter((one) => !known.has(one))).toEqual([])
})

it('never exports a secret', () => {
  const secrets = columns.filter(
    ({ column }) => /token|secret|verifier|state_hash|browser_hash/.test(column) && column !== 'token_version',
  )
  const exported = secrets.filter(({ table, column }) => {
    const kept = register[table]
    return isPersonal(kept) && !(kept.not_exported ?? []).includes(column)
  })
  expect(exported.map(nameOf)).toEqual([])
})
