import type { TestProject } from 'vitest/node'
import { setup as openDatabase } from '@muster/server/testing/template-database'
import { openForAll } from './open.ts'

// Runs the suite on a database of its own, or on DATABASE_URL; with API_BASE_URL, against a running server.

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closeDatabase = await openDatabase(project)
  const close = await openForAll(project)
  return async () => {
    await close()
    await closeDatabase()
  }
}
