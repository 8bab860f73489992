import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Connection } from './connect.ts'
import { useTestDatabase } from '../testing/test-database.ts'

const database = useTestDatabase()
let connection: Connection

beforeAll(() => {
  connection = connectDatabase(database.url, { max_connections: 1, prepares: true })
})
afterAll(() => connection.close())

const ask = (number: number) => sql<{ found: number }>`select ${number}::int + 1 as found`.execute(connection.db)
const countPrepared = async () => {
  const { rows } = await connection.pool.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements')
  return rows[0]?.count
}

test('a frequent statement is prepared, with the same results', async () => {
  const before = (await countPrepared()) ?? 0
  await ask(1)
  expect(await countPrepared()).toBe(before)
  for (let number = 2; number < 20; number++) expect((await ask(number)).rows).toEqual([{ found: number + 1 }])
  expect(await countPrepared()).toBe(before + 1)
})

test('after another process changes a table, a prepared statement fails once at most', async () => {
  const { db } = connection
  await sql`create table shelf (id int)`.execute(db)
  await sql`insert into shelf values (7)`.execute(db)
  const look = async () => (await sql`select * from shelf where id = ${7}`.execute(db)).rows
  for (let count = 0; count < 10; count++) expect(await look()).toEqual([{ id: 7 }])
  await sql`alter table shelf add column name text`.execute(db)
  await expect(look()).rejects.toThrow(/cached plan/)
  expect(await look()).toEqual([{ id: 7, name: null }])
})
