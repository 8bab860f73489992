import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chooseRunAs, commandAs, findBinaries, giveAllTo, giveTo, postgresEnvironment } from '../db/embedded/binaries.ts'
import { endWithUs } from '../db/embedded/end-with-us.ts'
import { findFreePort } from './free-port.ts'

// Imitates DATABASE_URL in production: a separate server over TCP with a password.

const runAs = chooseRunAs(undefined)

/** Programs of the oldest PostgreSQL from version 15 on, in Debian's paths; undefined if none is installed. */
export function findInstalled(): string | undefined {
  const shelf = '/usr/lib/postgresql'
  const versions = existsSync(shelf) ? readdirSync(shelf).map(Number) : []
  const oldest = versions.filter((version) => version >= 15).sort((a, b) => a - b)[0]
  return oldest === undefined ? undefined : join(shelf, String(oldest), 'bin')
}

/** The embedded programs, for a separate server. */
export const findEmbedded = (): string => join(findBinaries(runAs, tmpdir()), 'bin')

export interface ExternalPostgres {
  readonly url: string
  readonly port: number
  /** The data directory. */
  readonly cluster: string
  /** Ends the server and keeps its data. */
  end(how: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Process ids of the server and its children. */
  pids(): number[]
  /** Sends a signal to the server and its children. SIGSTOP makes it stop responding. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Starts the server again at the same address. */
  again(): Promise<void>
  /** Ends the server and deletes its data. */
  stop(): Promise<void>
}

const password = 'correct horse'

/** Creates a cluster with these programs and starts it the way an administrator would. */
export async function startExternalPostgres(programs: string, settings: readonly string[] = []): Promise<ExternalPostgres> {
  const home = makeHome()
  const cluster = join(home, 'cluster')
  const password_file = join(home, 'password')
  writeFileSync(password_file, `${password}\n`, { mode: 0o644 })
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
  return startCluster(programs, home, settings)
}

function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'muster-external-'))
  giveTo(runAs, home)
  return home
}

async function startCluster(programs: string, home: string, settings: readonly string[]): Promise<ExternalPostgres> {
  const cluster = join(home, 'cluster')
  const port = await findFreePort()
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', ...settings].flatMap((one) => ['-c', one])
  const command = commandAs(runAs, join(programs, 'postgres'), ['-D', cluster, '-p', String(port), ...all])
  let server: ChildProcess | undefined
  let ended = Promise.resolve()

  async function again(): Promise<void> {
    // In its own process group, so that signals reach its children as well.
    const { uid, gid } = command
    const child = spawn(command.file, command.args, {
      cwd: '/',
      env: postgresEnvironment(),
      uid,
      gid,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    endWithUs(child, 'SIGQUIT')
    ended = new Promise<void>((done) => child.once('exit', () => done()))
    server = child
    await new Promise<void>((done, fail) => {
      let log = ''
      child.stderr.on('data', (text: Buffer) => {
        log += text.toString()
        if (/ready to accept (read-only )?connections/.test(log)) done()
      })
      void ended.then(() => fail(new Error(log)))
    })
  }
  function pids(): number[] {
    const pid = server?.exitCode === null && server.signalCode === null ? server.pid : undefined
    return pid === undefined ? [] : listWithChildren(pid)
  }
  function toAll(signal: NodeJS.Signals): void {
    for (const pid of pids()) process.kill(pid, signal)
  }
  async function end(how: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (how === 'SIGKILL') toAll(how)
    else server?.kill(how)
    await ended
  }
  await again()
  return {
    url: `postgres://muster:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    port,
    cluster,
    again,
    end,
    pids,
    signal: toAll,
    async stop() {
      await end('SIGINT')
      rmSync(home, { recursive: true })
    },
  }
}

/** A process and its children; PostgreSQL puts each child into its own group. */
function listWithChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .flatMap((text) => (text.trim() === '' ? [] : [Number(text)]))
  return [pid, ...children]
}

/**
 * Creates a physical standby of a server created here, as an administrator would: a copy of the data directory of the running
 * server, which then follows it.
 */
export async function startStandby(programs: string, primary: ExternalPostgres): Promise<ExternalPostgres> {
  const home = makeHome()
  const cluster = join(home, 'cluster')
  const client = new pg.Client(primary.url)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    const notPartOfIt = ['postmaster.pid', 'postmaster.opts'].map((name) => join(primary.cluster, name))
    cpSync(primary.cluster, cluster, { recursive: true, filter: (path) => !notPartOfIt.includes(path) })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  writeFileSync(join(cluster, 'standby.signal'), '')
  if (runAs.kind === 'user') giveAllTo(runAs, cluster)
  giveTo(runAs, cluster)
  const from = `host=127.0.0.1 port=${primary.port} user=muster password='${password}'`
  return startCluster(programs, home, [`primary_conninfo=${from}`, 'wal_retrieve_retry_interval=20ms'])
}
