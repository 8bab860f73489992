import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../testing/test-database.ts'
import { connectDatabase, type Connection, type Db } from './connect.ts'
import type { CopiedRow } from './copy.ts'

const database = useTestDatabase()
let connection: Connection
let db: Db
beforeAll(() => {
  connection = connectDatabase(database.url, { max_connections: 1 })
  db = connection.db
})
afterAll(() => connection.close())

async function copy<T>(from: Db, query: string, read: (row: CopiedRow) => T): Promise<T[]> {
  const rows: T[] = []
  await from.copy(sql.raw(query), (row) => rows.push(read(row)))
  return rows
}
const one = (from: Db = db) => copy(from, 'select 1', (row) => row.int())

test('reads numbers, texts, times and nulls as statements do', async () => {
  const numbers = [0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1]
  const bigints = await copy(db, `select unnest(array[${numbers.join()}]::bigint[])`, (row) => row.int())
  expect(bigints).toEqual(numbers)
  const read = (row: CopiedRow) => [row.int(), row.int(), row.text(), row.boolean(), row.time(), row.int()]
  const rows = `select -5::int, null::bigint, text, text <> '', at::timestamptz, 7::bigint
    from (values ('Gräfin ☃', '2026-07-31 12:00:00.123456Z'), ('', '1969-12-31 23:59:59.999Z')) as made (text, at)`
  expect(await copy(db, rows, read)).toEqual([
    [-5, null, 'Gräfin ☃', true, Date.UTC(2026, 6, 31, 12, 0, 0, 123), 7],
    [-5, null, '', false, -1, 7],
  ])
})

test('passes on every row once, for any number of packets', async () => {
  const rows = await copy(db, `select n, repeat('x', n % 300) from generate_series(1, 20000) n`, (row) => [row.int(), row.text()])
  expect(rows).toEqual(Array.from({ length: 20_000 }, (_, at) => [at + 1, 'x'.repeat((at + 1) % 300)]))
  expect(await copy(db, 'select 1 where false', (row) => row.int())).toEqual([])
})

test('reports a failed query or reader, and keeps the connection usable', async () => {
  const refuse = () => {
    throw new Error('not a row of mine')
  }
  await expect(copy(db, 'select 1 / 0', refuse)).rejects.toThrow('division by zero')
  await expect(copy(db, 'select generate_series(1, 1000)', refuse)).rejects.toThrow('not a row of mine')
  expect(await one()).toEqual([1])
})

test('a copy in a transaction sees deferred statements, and later statements wait for the copy', async () => {
  await sql`create table box (id int)`.execute(db)
  const seen = await db.transact(async (tx) => {
    tx.defer(sql`insert into box values (1), (2)`)
    const [copied, counted] = await Promise.all([
      copy(tx, 'select id from box order by id', (row) => row.int()),
      sql`select from box`.execute(tx),
    ])
    return [copied, counted.rows.length]
  })
  expect(seen).toEqual([[1, 2], 2])
  const failed = db.transact((tx) => copy(tx, 'select 1 / 0', (row) => row.int()))
  await expect(failed).rejects.toThrow('division by zero')
  expect(await one()).toEqual([1])
})
