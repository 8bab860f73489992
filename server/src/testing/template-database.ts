import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'

// Vitest runs this once before the tests of each project with a database: one PostgreSQL for all, with one migrated database that
// each test file copies (test-database.ts). With DATABASE_URL, that server is used instead of an embedded one; its user must be
// allowed to create databases.

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a database on the test server; its user may create databases. */
    server_url: string
    /** The migrated, empty database that tests copy. */
    template_database: string
  }
}

/** A PostgreSQL server with the template. */
interface Opened {
  readonly server_url: string
  readonly template: string
  close(): Promise<void>
}

/** Each project of a run loads this file separately; the server opened by the first is shared. */
const run_of_tests = globalThis as { openedForTests?: { users: number; readonly opened: Promise<Opened> } }

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (run_of_tests.openedForTests ??= { users: 0, opened: open(process.env['DATABASE_URL']) })
  shared.users++
  const { server_url, template, close } = await shared.opened
  provide(project, server_url, template)
  return async () => {
    if (--shared.users > 0) return
    delete run_of_tests.openedForTests
    await close()
  }
}

async function open(given: string | undefined): Promise<Opened> {
  if (given) {
    const template = await makeTemplate(given)
    return { server_url: given, template, close: () => dropDatabase(given, template) }
  }
  await removeAbandoned()
  const data_dir = mkdtempSync(join(tmpdir(), folder_prefix))
  const server = await startEmbeddedPostgres({ data_dir, durable: false, ends_with_starter: true })
  const close = async () => {
    await server.stop()
    await removeEmbeddedPostgres(data_dir)
  }
  return { server_url: server.url, template: await makeTemplate(server.url), close }
}

/** Creates the template on a server for one project; the returned function removes it. */
export async function provideTemplate(project: TestProject, server_url: string): Promise<() => Promise<void>> {
  const name = await makeTemplate(server_url)
  provide(project, server_url, name)
  return () => dropDatabase(server_url, name)
}

function provide(project: TestProject, server_url: string, template: string): void {
  project.provide('server_url', server_url)
  project.provide('template_database', template)
}

/** Creates a migrated, empty database with a name for this run. */
async function makeTemplate(server_url: string): Promise<string> {
  const name = `muster_template_${randomBytes(4).toString('hex')}`
  await run(server_url, `create database ${name}`)
  await migrate(withDatabase(server_url, name))
  return name
}

const dropDatabase = (server_url: string, name: string) => run(server_url, `drop database ${name} with (force)`)

/** Copies the template on this server. */
export async function copyTemplate(server_url: string, template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // file_copy is faster than wal_log for a schema of this size (measured).
  await run(server_url, `create database ${name} template ${template} strategy file_copy`)
  return { url: withDatabase(server_url, name), drop: () => dropDatabase(server_url, name) }
}

/** Runs one statement on its own connection. */
async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const folder_prefix = 'muster-test-'
/** Long enough for a new run to start the server in the directory it has created. */
const young_ms = 60_000

/** Ends the servers of killed runs: they outlive their starter by design. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folder_prefix))) {
    const folder = join(tmpdir(), name)
    const found = statSync(folder, { throwIfNoEntry: false })
    const isOurs = found !== undefined && found.uid === process.getuid?.() && Date.now() - found.birthtimeMs > young_ms
    // Does nothing while a running process uses it.
    if (isOurs) await removeEmbeddedPostgres(folder)
  }
}

/** The same server with another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
