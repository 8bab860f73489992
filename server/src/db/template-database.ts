import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'

// Vitest runs this once before the server's tests: one PostgreSQL for all of them, and in it one migrated database
// that each test file copies (test-database.ts).

export const template_database = 'muster_template'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the database `postgres` on the test server; its user may create databases. */
    server_url: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const data_dir = mkdtempSync(join(tmpdir(), folder_prefix))
  const server = await startEmbeddedPostgres({ data_dir, durable: false })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`create database ${template_database}`)
  await client.end()
  await migrate(withDatabase(server.url, template_database))
  project.provide('server_url', server.url)
  return async () => {
    await server.stop()
    await removeEmbeddedPostgres(data_dir)
  }
}

const folder_prefix = 'muster-test-'
/** Long enough for a run that has made its folder to start its server in it. */
const young_ms = 60_000

/** Ends the servers of runs that were killed: they outlive their starter by design. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folder_prefix))) {
    const folder = join(tmpdir(), name)
    const found = statSync(folder, { throwIfNoEntry: false })
    const isOurs = found !== undefined && found.uid === process.getuid?.() && Date.now() - found.birthtimeMs > young_ms
    // Does nothing while a living run uses it.
    if (isOurs) await removeEmbeddedPostgres(folder)
  }
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
