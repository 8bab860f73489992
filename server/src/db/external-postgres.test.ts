import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { describeSchema } from './describe-schema.ts'
import { chooseRunAs, commandAs, findBinaries, giveTo, postgresEnvironment } from './embedded/binaries.ts'
import { migrate } from './migrate.ts'
import { createTestDatabase } from './test-database.ts'

// What DATABASE_URL points at in production: a server that is not ours, over TCP, with a password.

const runAs = chooseRunAs(undefined)

/** The oldest PostgreSQL of the machine from 15 on, as Debian installs it. */
function findInstalled(): string | undefined {
  const shelf = '/usr/lib/postgresql'
  const versions = existsSync(shelf) ? readdirSync(shelf).map(Number) : []
  const oldest = versions.filter((version) => version >= 15).sort((a, b) => a - b)[0]
  return oldest === undefined ? undefined : join(shelf, String(oldest), 'bin')
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  return address.port
}

/** Makes a cluster and starts it the way an administrator would. */
async function startServer(programs: string) {
  const home = mkdtempSync(join(tmpdir(), 'muster-external-'))
  giveTo(runAs, home)
  const cluster = join(home, 'cluster')
  const password_file = join(home, 'password')
  writeFileSync(password_file, 'correct horse\n', { mode: 0o644 })
  const initialise = [
    '-D',
    cluster,
    '-U',
    'muster',
    `--pwfile=${password_file}`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const init = commandAs(runAs, join(programs, 'initdb'), initialise)
  const shared = { cwd: '/', env: postgresEnvironment(), uid: init.uid, gid: init.gid }
  const made = spawnSync(init.file, init.args, { ...shared, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)

  const port = await findFreePort()
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off']
  const command = commandAs(runAs, join(programs, 'postgres'), ['-D', cluster, '-p', String(port), ...settings])
  const server = spawn(command.file, command.args, { ...shared, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  await new Promise<void>((done, fail) => {
    let log = ''
    server.stderr.on('data', (text: Buffer) => {
      log += text.toString()
      if (log.includes('ready to accept connections')) done()
    })
    void ended.then(() => fail(new Error(log)))
  })
  return {
    url: `postgres://muster:correct%20horse@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill('SIGINT')
      await ended
      rmSync(home, { recursive: true })
    },
  }
}

const installed = findInstalled()
const servers = [
  {
    name: 'the embedded programs as a server of their own',
    programs: () => join(findBinaries(runAs, tmpdir()), 'bin'),
    absent: false,
  },
  {
    name: `the machine's PostgreSQL (${installed ?? 'none installed'})`,
    programs: () => installed ?? '',
    absent: installed === undefined,
  },
]

describe.each(servers)('over TCP with a password: $name', ({ programs, absent }) => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    if (!absent) server = await startServer(programs())
  })
  afterAll(() => server?.stop())

  test.skipIf(absent)('several processes may migrate at once, and each migration is applied once', async () => {
    const all = readdirSync(new URL('../../../database/migrations/', import.meta.url)).map((name) => name.replace('.sql', ''))
    const applied = await Promise.all([migrate(server.url), migrate(server.url), migrate(server.url)])
    expect(applied.flat().sort()).toEqual(all.sort())
    expect(await migrate(server.url)).toEqual([])
    const embedded = await createTestDatabase()
    expect(await describeSchema(server.url)).toBe(await describeSchema(embedded.url))
    await embedded.drop()
  })

  test.skipIf(absent)('what is written is read back with the same types', async () => {
    const { db, close } = connectDatabase(server.url)
    const times = { start: new Date('2026-11-20T18:00:00Z'), end: new Date('2026-11-22T18:00:00Z') }
    const { id } = await db
      .insertInto('events')
      .values({
        name: 'Größe ✓',
        game_version: 'poe1',
        max_size: 100,
        patch: null,
        application_start_time: times.start,
        application_end_time: times.start,
        event_start_time: times.start,
        event_end_time: times.end,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const read = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(read).toMatchObject({ name: 'Größe ✓', is_current: false, waitlist_size: 0, patch: null, event_end_time: times.end })
    await close()
  })

  test.skipIf(absent)('a wrong password is refused with a clear error', async () => {
    await expect(migrate(server.url.replace('correct', 'wrong'))).rejects.toThrow(/password authentication failed/)
  })
})
