import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { connectDatabase } from './connect.ts'

test('closing ends every connection', async () => {
  const database = await createTestDatabase()
  try {
    const { pool, close } = connectDatabase(database.url)
    await pool.query('select 1')
    await close()
    expect(pool.totalCount).toBe(0)
    await close()
  } finally {
    await database.drop()
  }
})
