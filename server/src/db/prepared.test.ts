import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type Connection, type Db } from './connect.ts'
import { later } from './prepared.ts'
import { listenToPackets } from '../testing/packets.ts'
import { createTestDatabase } from './test-database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: Connection

beforeAll(async () => {
  database = await createTestDatabase()
  connection = connectDatabase(database.url, { max_connections: 1, prepares: true })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const ask = (number: number) => sql<{ found: number }>`select ${number}::int + 1 as found`.execute(connection.db)
const countPrepared = async () => {
  const { rows } = await connection.pool.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements')
  return rows[0]?.count
}

test('a statement that is sent often is kept prepared, and answers as before', async () => {
  const before = (await countPrepared()) ?? 0
  await ask(1)
  expect(await countPrepared()).toBe(before)
  for (let number = 2; number < 20; number++) expect((await ask(number)).rows).toEqual([{ found: number + 1 }])
  expect(await countPrepared()).toBe(before + 1)
})

test('when somebody changes a table, a kept statement fails once at most', async () => {
  const { db } = connection
  await sql`create table shelf (id int)`.execute(db)
  await sql`insert into shelf values (7)`.execute(db)
  const look = async () => (await sql`select * from shelf where id = ${7}`.execute(db)).rows
  for (let count = 0; count < 10; count++) expect(await look()).toEqual([{ id: 7 }])
  await sql`alter table shelf add column name text`.execute(db)
  await expect(look()).rejects.toThrow(/cached plan/)
  expect(await look()).toEqual([{ id: 7, name: null }])
})

describe('what a transaction need not wait for', () => {
  const readBox = async () =>
    (await sql<{ id: number }>`select id from box order by id`.execute(connection.db)).rows.map(({ id }) => id)
  const put = (tx: Db, id: number) => sql`insert into box values (${id}) ${later}`.execute(tx)
  let packets: Awaited<ReturnType<typeof listenToPackets>>

  beforeAll(async () => {
    await sql`create table box (id int primary key)`.execute(connection.db)
    packets = await listenToPackets(connection)
  })
  beforeEach(async () => {
    await sql`delete from box`.execute(connection.db)
    packets.take()
  })

  test('goes with the next statement, in its order, and the rest with the end', async () => {
    await connection.db.transaction().execute(async (tx) => {
      await put(tx, 1)
      await put(tx, 2)
      expect(packets.take()).toEqual([])
      const { rows } = await sql`select id from box order by id`.execute(tx)
      expect(rows).toEqual([{ id: 1 }, { id: 2 }])
      expect(packets.take()).toHaveLength(1)
      await put(tx, 3)
    })
    expect(packets.take()).toHaveLength(1)
    expect(await readBox()).toEqual([1, 2, 3])
  })

  test('is an error of the statement that it was sent with, and nothing of the transaction is kept', async () => {
    await put(connection.db, 1)
    const answered: string[] = []
    const writing = connection.db.transaction().execute(async (tx) => {
      await put(tx, 2)
      await put(tx, 1)
      await put(tx, 3)
      answered.push('put')
      await sql`select id from box`.execute(tx)
      answered.push('looked')
    })
    await expect(writing).rejects.toThrow(/duplicate key/)
    expect(answered).toEqual(['put'])
    expect(await readBox()).toEqual([1])
  })

  test('is an error of the end, when nothing else is waited for', async () => {
    await put(connection.db, 1)
    const writing = connection.db.transaction().execute(async (tx) => {
      await put(tx, 2)
      await put(tx, 1)
    })
    await expect(writing).rejects.toMatchObject({ code: '23505' })
    expect(await readBox()).toEqual([1])
  })

  test('is not sent when the transaction is given up', async () => {
    const writing = connection.db.transaction().execute(async (tx) => {
      await put(tx, 1)
      throw new Error('given up')
    })
    await expect(writing).rejects.toThrow('given up')
    expect(packets.take()).toEqual([])
    const late = connection.db.transaction().execute(async (tx) => {
      await sql`insert into box values (2)`.execute(tx)
      await put(tx, 1)
      throw new Error('given up later')
    })
    await expect(late).rejects.toThrow('given up later')
    expect(packets.take().some((packet) => packet.includes('later'))).toBe(false)
    expect(await readBox()).toEqual([])
  })

  test('a transaction without statements says nothing', async () => {
    expect(await connection.db.transaction().execute(() => Promise.resolve(7))).toBe(7)
    expect(packets.take()).toEqual([])
  })

  test('outside of a transaction is done at once', async () => {
    await put(connection.db, 1)
    expect(packets.take()).toHaveLength(1)
    expect(await readBox()).toEqual([1])
  })

  test('a connection serves others after all of this', async () => {
    for (let id = 1; id < 20; id++) await connection.db.transaction().execute((tx) => put(tx, id))
    expect(await readBox()).toHaveLength(19)
  })
})
