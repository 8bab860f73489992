import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineDatabase } from './db/examine.ts'
import { DatabaseTooOld, migrate } from './db/migrate.ts'
import { explainDatabase, explained, explainFile, explainListening, problems, StartProblem } from './start-problems.ts'
import { type ExternalPostgres, findEmbedded, findInstalled, startExternalPostgres } from './testing/external-postgres.ts'

// Real errors of PostgreSQL and the operating system, translated by the table.

let database: ExternalPostgres
beforeAll(async () => {
  database = await startExternalPostgres(findInstalled() ?? findEmbedded())
  await execute(
    '/postgres',
    `create role guest login password 'guest'`,
    `create role lonely login connection limit 0 password 'lonely'`,
    'create database later',
    'create database still',
    'alter database still set default_transaction_read_only = on',
  )
  await migrate(at('/later'))
  await execute('/later', `insert into kysely_migration values ('9003_since_9001_drops_a_table', '2026-11-26T00:00:00Z')`)
})
afterAll(() => database.stop())

async function execute(path: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(at(path))
  await client.connect()
  for (const sql of statements) await client.query(sql)
  await client.end()
}

/** The address of another database on the same server, or of another user. */
const at = (path: string, user = 'muster:correct%20horse') => `postgres://${user}@127.0.0.1:${database.port}${path}`

const start = (url: string) =>
  explained(
    () => migrate(url),
    (error) => explainDatabase(error, url),
  )

test.each<[string, () => string, string]>([
  [
    'the password is wrong',
    () => at('/postgres', 'muster:wrong'),
    'PostgreSQL refuses the user or the password of DATABASE_URL (',
  ],
  [
    'the role does not exist',
    () => at('/postgres', 'nobody:wrong'),
    'PostgreSQL refuses the user or the password of DATABASE_URL (',
  ],
  [
    'the database does not exist',
    () => at('/nowhere'),
    'The database named in DATABASE_URL does not exist (database "nowhere" does',
  ],
  [
    'nobody listens',
    () => 'postgres://muster:secret@127.0.0.1:9/muster',
    'PostgreSQL does not respond at 127.0.0.1:9 (ECONNREFUSED).',
  ],
  [
    'the host is unknown',
    () => 'postgres://muster:secret@nowhere.invalid/muster',
    'PostgreSQL does not respond at nowhere.invalid (E',
  ],
  ['the socket is missing', () => 'postgres://muster@/muster?host=/nowhere', 'PostgreSQL does not respond at /nowhere (ENOENT).'],
  ['the server has no TLS', () => `${database.url}?sslmode=verify-full`, 'The encrypted connection to PostgreSQL failed ('],
  [
    'all connections are in use',
    () => at('/postgres', 'lonely:lonely'),
    'PostgreSQL has no free connection (too many connections for role',
  ],
])('the server and the doctor report the same problem when %s', async (_, url, sentence) => {
  await expect(start(url())).rejects.toThrow(StartProblem)
  await expect(start(url())).rejects.toThrow(sentence)
  const said = await examineDatabase(url()).catch((error: unknown) => explainDatabase(error, url())?.text)
  expect(said).toContain(sentence)
  expect(said).not.toContain('secret')
})

test.each<[string, () => string, string]>([
  [
    'a later version has removed something that this version needs',
    () => at('/later'),
    problems.databaseTooNew(['9003_since_9001_drops_a_table']).text,
  ],
  ['the database is read-only', () => at('/still'), problems.databaseReadOnly().text],
  [
    'the user may not create tables',
    () => at('/template1', 'guest:guest'),
    problems.databaseRights('The user of DATABASE_URL').text,
  ],
])('the server reports when %s', async (_, url, sentence) => {
  await expect(start(url())).rejects.toThrow(sentence)
})

test.each([
  ['28000', 'Peer authentication failed for user "muster"', problems.databasePeer],
  ['28000', 'no pg_hba.conf entry for host "192.0.2.1", user "muster"', problems.databaseRole],
  ['53100', 'could not extend file', problems.databaseFull],
  ['57P03', 'the database system is starting up', problems.databaseStarting],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', problems.databaseEncryption],
])('explains an answer with the code %s, "%s"', (code, message, expected) => {
  expect(explainDatabase(Object.assign(new Error(message), { code }), 'postgres://x')).toEqual(expected(message))
})

test('explains a PostgreSQL that is too old or does not respond in time', () => {
  expect(explainDatabase(new DatabaseTooOld('14.19'), '')).toEqual(problems.databaseTooOld('14.19'))
  const late = explainDatabase(new Error('timeout expired'), 'postgres://muster:secret@db.example.org:5433/muster')
  expect(late?.text).toBe('PostgreSQL does not respond at db.example.org:5433 (timeout expired).')
  expect(explainDatabase(new TypeError('x is not a function'), '')).toBeNull()
})

test('explains a port that is in use, below 1024, or of another machine', async () => {
  const stranger = createServer()
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
  const listen = (host: string, port: number) =>
    new Promise<unknown>((done) => createServer().once('error', done).listen(port, host)).then((error) =>
      explainListening(error, 'PORT', host, port),
    )
  const { port } = stranger.address() as AddressInfo
  expect(await listen('127.0.0.1', port)).toEqual(problems.portTaken('PORT', `127.0.0.1:${port}`))
  expect(await listen('192.0.2.1', port)).toEqual(problems.portClosed('PORT', `192.0.2.1:${port}`, 'EADDRNOTAVAIL'))
  expect(problems.portClosed('PORT', '::1:80', 'EACCES').todo).toContain('below 1024')
  await new Promise((done) => stranger.close(done))
})

test.each([
  ['ENOSPC', 'The disk with /var/lib/muster is full.'],
  ['EACCES', 'may not write to /var/lib/muster/backups.'],
  ['EROFS', 'may not write to /var/lib/muster/backups.'],
])('explains a file that cannot be written (%s)', (code, sentence) => {
  const error = Object.assign(new Error(code), { code, path: '/var/lib/muster/backups' })
  expect(explainFile(error, '/var/lib/muster')?.text).toContain(sentence)
  expect(explainFile(new Error('something else'), '/var/lib/muster')).toBeNull()
})
