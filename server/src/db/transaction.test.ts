import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listenToPackets } from '../testing/packets.ts'
import { connectDatabase, type Connection, type Db, type Tx } from './connect.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { awaitAll } from './transaction.ts'

const database = useTestDatabase()
let connection: Connection
let db: Db
let packets: Awaited<ReturnType<typeof listenToPackets>>

beforeAll(async () => {
  connection = connectDatabase(database.url, { max_connections: 1 })
  db = connection.db
  await sql`create table box (id int primary key)`.execute(db)
  packets = await listenToPackets(connection)
})
afterAll(() => connection.close())
beforeEach(async () => {
  await sql`delete from box`.execute(db)
  packets.take()
})

const insert = (id: number) => sql<{ id: number }>`insert into box values (${id}) returning id`
const defer = (tx: Tx, id: number) => tx.defer(insert(id))
const find = async (tx: Tx, number: number) =>
  (await sql<{ found: number }>`select ${number}::int as found, pg_sleep(0.001)`.execute(tx)).rows[0]?.found
const readBox = async (from: Db = db) =>
  (await sql<{ id: number }>`select id from box order by id`.execute(from)).rows.map(({ id }) => id)

describe('a transaction', () => {
  test("commits all writes, and returns the function's result", async () => {
    const answer = await db.transact(async (tx) => {
      await insert(1).execute(tx)
      await insert(2).execute(tx)
      return readBox(tx)
    })
    expect(answer).toEqual([1, 2])
    expect(await readBox()).toEqual([1, 2])
  })

  test('rolls back if its function fails', async () => {
    const writing = db.transact(async (tx) => {
      await insert(1).execute(tx)
      throw new Error('given up')
    })
    await expect(writing).rejects.toThrow('given up')
    expect(await readBox()).toEqual([])
  })

  test('is refused if a failed statement was caught and the function continued', async () => {
    await insert(1).execute(db)
    const writing = db.transact(async (tx) => {
      await insert(2).execute(tx)
      await insert(1)
        .execute(tx)
        .catch(() => undefined)
    })
    await expect(writing).rejects.toThrow(/aborted/)
    expect(await readBox()).toEqual([1])
  })

  test('sends nothing without statements', async () => {
    expect(await db.transact(() => 7)).toBe(7)
    expect(packets.take()).toEqual([])
  })

  test('returns the number of written rows', async () => {
    await insert(1).execute(db)
    const written = await db.transact((tx) => sql`update box set id = id + 10`.execute(tx))
    expect(written.numAffectedRows).toBe(1n)
  })

  test('does not nest', async () => {
    await expect(db.transact(async (tx) => tx.transact())).rejects.toThrow('cannot be nested')
  })

  test('leaves a usable connection to the next transaction after any outcome', async () => {
    for (let id = 1; id < 20; id++) {
      await db.transact((tx) => defer(tx, id))
      await expect(db.transact((tx) => defer(tx, id))).rejects.toMatchObject({ code: '23505' })
    }
    expect(await readBox()).toHaveLength(19)
  })

  test('fails when its connection is lost, and the next one gets a new connection', async () => {
    const losing = db.transact((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
    await expect(losing).rejects.toThrow()
    await db.transact((tx) => defer(tx, 1))
    expect(await readBox()).toEqual([1])
    packets = await listenToPackets(connection)
  })
})

describe('a deferred statement', () => {
  test('is sent with the next one, in order, and the rest with the commit', async () => {
    await db.transact(async (tx) => {
      defer(tx, 1)
      defer(tx, 2)
      expect(packets.take()).toEqual([])
      expect(await readBox(tx)).toEqual([1, 2])
      expect(packets.take()).toHaveLength(1)
      defer(tx, 3)
    })
    expect(packets.take()).toHaveLength(1)
    expect(await readBox()).toEqual([1, 2, 3])
  })

  test('if it fails, makes the statement it is sent with throw, and the transaction is rolled back', async () => {
    await insert(1).execute(db)
    const reached: string[] = []
    const writing = db.transact(async (tx) => {
      defer(tx, 2)
      defer(tx, 1)
      defer(tx, 3)
      reached.push('deferred')
      await readBox(tx)
      reached.push('read')
    })
    await expect(writing).rejects.toThrow(/duplicate key/)
    expect(reached).toEqual(['deferred'])
    expect(await readBox()).toEqual([1])
  })

  test('if it fails and nothing follows, makes the commit throw', async () => {
    await insert(1).execute(db)
    const writing = db.transact(async (tx) => {
      defer(tx, 2)
      defer(tx, 1)
    })
    await expect(writing).rejects.toMatchObject({ code: '23505' })
    expect(await readBox()).toEqual([1])
  })

  test('is not sent if the transaction is rolled back', async () => {
    const early = db.transact(async (tx) => {
      defer(tx, 1)
      throw new Error('given up')
    })
    await expect(early).rejects.toThrow('given up')
    expect(packets.take()).toEqual([])
    const late = db.transact(async (tx) => {
      await insert(2).execute(tx)
      tx.defer(sql`select 'never sent'`)
      throw new Error('given up later')
    })
    await expect(late).rejects.toThrow('given up later')
    expect(packets.take().some((packet) => packet.includes('never sent'))).toBe(false)
    expect(await readBox()).toEqual([])
  })
})

describe('statements executed at once', () => {
  test('are sent in one packet, and each gets its own answer', async () => {
    const found = await db.transact(async (tx) => {
      const answers = await awaitAll([find(tx, 1), find(tx, 2), readBox(tx), find(tx, 3)])
      expect(packets.take()).toHaveLength(1)
      return answers
    })
    expect(found).toEqual([1, 2, [], 3])
  })

  test('are executed in order, after deferred ones', async () => {
    const counts = await db.transact((tx) => {
      defer(tx, 1)
      const count = async () => (await readBox(tx)).length
      return awaitAll([count(), insert(2).execute(tx), count(), insert(3).execute(tx), count()])
    })
    expect([counts[0], counts[2], counts[4]]).toEqual([1, 2, 3])
  })

  test.each([
    { place: 'first', order: [1, 2, 3] },
    { place: 'last', order: [3, 2, 1] },
  ])('report the cause of a failure, even if awaited $place', async ({ order }) => {
    await insert(1).execute(db)
    const writing = db.transact((tx) => {
      // The first of these exists already; the database does not execute the others.
      const sent = new Map([1, 2, 3].map((id) => [id, insert(id).execute(tx)]))
      return awaitAll(order.map((id) => sent.get(id)))
    })
    await expect(writing).rejects.toMatchObject({ code: '23505' })
    expect(await readBox()).toEqual([1])
  })

  test('leave no running statement behind when one of them fails', async () => {
    const writing = db.transact((tx) => {
      const slow = async () => {
        await find(tx, 1)
        await find(tx, 2)
        await insert(5).execute(tx)
      }
      return awaitAll([Promise.reject(new Error('given up')), slow()])
    })
    await expect(writing).rejects.toThrow('given up')
    expect(await readBox()).toEqual([])
  })
})
