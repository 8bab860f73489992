import { afterAll, beforeAll, inject } from 'vitest'
import { copyTemplate } from './template-database.ts'

/**
 * A migrated, empty database for one test file, about 40 ms. `drop` closes any remaining connections to it. Only inside tests of
 * projects that have a server (vitest.config.ts).
 */
export const createTestDatabase = () => copyTemplate(inject('server_url'), inject('template_database'))

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

/** A database for the tests of a file: created before them, dropped after them and after hooks of later lines. */
export function useTestDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase())
  })
  afterAll(() => database.drop())
  return database
}
