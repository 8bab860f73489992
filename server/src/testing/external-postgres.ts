import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseRunAs, commandAs, findBinaries, giveTo, postgresEnvironment } from '../db/embedded/binaries.ts'
import { findFreePort } from './free-port.ts'

// What DATABASE_URL points at in production: a server that is not ours, over TCP, with a password.

const runAs = chooseRunAs(undefined)

/** The programs of the oldest PostgreSQL of the machine from 15 on, as Debian installs it; undefined without one. */
export function findInstalled(): string | undefined {
  const shelf = '/usr/lib/postgresql'
  const versions = existsSync(shelf) ? readdirSync(shelf).map(Number) : []
  const oldest = versions.filter((version) => version >= 15).sort((a, b) => a - b)[0]
  return oldest === undefined ? undefined : join(shelf, String(oldest), 'bin')
}

/** The embedded programs, to be started as a server of their own. */
export const findEmbedded = (): string => join(findBinaries(runAs, tmpdir()), 'bin')

/** Makes a cluster from these programs and starts it the way an administrator would. */
export async function startExternalPostgres(programs: string): Promise<{ url: string; stop: () => Promise<void> }> {
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
