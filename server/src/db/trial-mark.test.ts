import { afterEach, beforeEach, expect, test } from 'vitest'
import { runSandbox } from '../features/sandbox/sandbox.ts'
import { aUser, testNow } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { connectDatabase } from './connect.ts'
import { markDatabase } from './trial-mark.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: ReturnType<typeof connectDatabase>
beforeEach(async () => {
  database = await createTestDatabase()
  connection = connectDatabase(database.url, { max_connections: 2 })
})
afterEach(async () => {
  await connection.close()
  await database.drop()
})

test('a trial takes an empty database, and no real server starts on it afterwards', async () => {
  const { db } = connection
  expect(await markDatabase(db, true)).toBeNull()
  await aUser(db)
  expect(await markDatabase(db, true)).toBeNull()
  expect(await markDatabase(db, false)).toMatchObject({ text: expect.stringContaining('belongs to a trial') as string })
})

test('a trial refuses a database with people, before and after its use by a real server', async () => {
  const { db } = connection
  await aUser(db)
  expect(await markDatabase(db, true)).toMatchObject({ text: expect.stringContaining('real server') as string })
  expect(await markDatabase(db, false)).toBeNull()
  expect(await markDatabase(db, true)).toMatchObject({ text: expect.stringContaining('real server') as string })
})

test('a trial takes a database that holds nothing but the sandbox', async () => {
  const { db } = connection
  expect(await markDatabase(db, false)).toBeNull()
  await runSandbox(db, testNow)
  expect(await markDatabase(db, true)).toBeNull()
})
