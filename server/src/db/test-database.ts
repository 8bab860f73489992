import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { template_database, withDatabase } from './template-database.ts'

/**
 * A migrated, empty database for one test file, about 40 ms. `drop` breaks off what is still connected to it.
 * Only inside tests of the server project.
 */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server_url = inject('server_url')
  const name = `test_${randomBytes(8).toString('hex')}`
  // file_copy: measured faster than wal_log for a schema of this size.
  await run(server_url, `create database ${name} template ${template_database} strategy file_copy`)
  return { url: withDatabase(server_url, name), drop: () => run(server_url, `drop database ${name} with (force)`) }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
