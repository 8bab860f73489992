import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listenToPackets } from '../testing/packets.ts'
import { connectDatabase, type Connection, type Db, type Tx } from './connect.ts'
import { sendAhead, together } from './pipeline.ts'
import { later } from './prepared.ts'
import { createTestDatabase } from './test-database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const find = (tx: Tx, number: number) =>
  sendAhead(tx, sql<{ found: number }>`select ${number}::int as found, pg_sleep(0.001)`.compile(tx)).then(([row]) => row?.found)
const put = (tx: Tx, id: number) => sendAhead(tx, sql<{ id: number }>`insert into box values (${id}) returning id`.compile(tx))
const readBox = async (db: Db) => (await sql<{ id: number }>`select id from box order by id`.execute(db)).rows.map(({ id }) => id)

describe.each([
  { kind: 'a connection that is a pipeline', prepares: true },
  { kind: 'any other connection', prepares: false },
])('statements that are sent ahead, on $kind', ({ prepares }) => {
  let connection: Connection
  beforeAll(async () => {
    connection = connectDatabase(database.url, { max_connections: 1, prepares })
    await sql`create table if not exists box (id int primary key)`.execute(connection.db)
  })
  afterAll(() => connection.close())
  beforeEach(() => sql`delete from box`.execute(connection.db))
  const transact = <T>(use: (tx: Tx) => Promise<T>) => connection.db.transaction().execute(use)

  test('each get their own answer', async () => {
    const found = await transact((tx) => together([find(tx, 1), find(tx, 2), sql`select 7`.execute(tx), find(tx, 3)]))
    expect([found[0], found[1], found[3]]).toEqual([1, 2, 3])
  })

  test('are done in their order, behind what was sent before', async () => {
    const counts = await transact(async (tx) => {
      await sql`insert into box values (1) ${later}`.execute(tx)
      const count = () => sendAhead(tx, sql<{ count: number }>`select count(*)::int as count from box`.compile(tx))
      return together([count(), put(tx, 2), count(), put(tx, 3), count()])
    })
    expect([counts[0], counts[2], counts[4]]).toEqual([[{ count: 1 }], [{ count: 2 }], [{ count: 3 }]])
  })

  test.each([
    { place: 'first', order: [1, 2, 3] },
    { place: 'last', order: [3, 2, 1] },
  ])('of several that fail, what was wrong is said, also when it is asked $place', async ({ order }) => {
    await sql`insert into box values (1)`.execute(connection.db)
    const writing = transact((tx) => {
      // The first of these is there already; the database looks at no other.
      const sent = new Map([1, 2, 3].map((id) => [id, put(tx, id)]))
      return together(order.map((id) => sent.get(id)))
    })
    await expect(writing).rejects.toMatchObject({ code: '23505' })
    expect(await readBox(connection.db)).toEqual([1])
  })

  test('leave nothing behind that goes on alone when one of them fails', async () => {
    const writing = transact((tx) => {
      const slow = async () => {
        await find(tx, 1)
        await find(tx, 2)
        await put(tx, 5)
      }
      return together([Promise.reject(new Error('given up')), slow()])
    })
    await expect(writing).rejects.toThrow('given up')
    expect(await readBox(connection.db)).toEqual([])
  })
})

test('what is sent ahead goes in one packet with what follows at once', async () => {
  const connection = connectDatabase(database.url, { max_connections: 1, prepares: true })
  const packets = await listenToPackets(connection)
  await connection.db.transaction().execute(async (tx) => {
    await together([find(tx, 1), find(tx, 2), sql`select 3`.execute(tx)])
    expect(packets.take()).toHaveLength(1)
  })
  await connection.close()
})
