import { spawn } from 'node:child_process'
import {
  accessSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  canUse,
  chooseRunAs,
  commandAs,
  findBinaries,
  giveAllTo,
  giveTo,
  postgresEnvironment,
  type RunAs,
} from './embedded/binaries.ts'
import { listClaims, makeClaim, withLock } from './embedded/claims.ts'
import { endWithUs } from './embedded/end-with-us.ts'
import { canReach, chooseSocketDir, lockFile, readPostmaster, removeSocketDir, shutDown, whoHas } from './embedded/postmaster.ts'

// A private PostgreSQL on a unix socket in Muster's folder. It outlives the process that started it, so that a killed Muster
// loses nothing and the next start adopts it; it stops with the last process that uses it.

export interface EmbeddedPostgres {
  url: string
  /** False if this call started the server. */
  adopted: boolean
  /** Whether its process is alive; it may be busy or recovering from a crash. */
  isAlive: () => boolean
  /** Starts it again under the same address, unless it is alive or another process was faster. */
  revive: () => Promise<void>
  /** Releases this process's claim; stops the server unless another process still uses it. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  data_dir: string
  /** False: no fsync, for tests. Has no effect on a running server. */
  durable: boolean
  /** True: it ends together with its starter, even if that is killed; for tests. */
  ends_with_starter?: boolean
}

type Kind = Omit<EmbeddedPostgresOptions, 'data_dir'>

/** Folders of a server. `home` is usually the data folder, or another private folder if PostgreSQL cannot reach that. */
interface Place {
  home: string
  cluster: string
  runAs: RunAs
}

const start_patience_ms = 60_000
/** Maximum wait until a killed server is reaped and its last sessions have ended. */
const lingering_ms = 5_000
const poll_ms = 20

/**
 * Starts the PostgreSQL of `data_dir`, or adopts the running one. Creates the database on first use. Several processes may call
 * this at the same time; they share one server.
 */
export async function startEmbeddedPostgres({ data_dir, ...kind }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new Error('There is no embedded PostgreSQL for Windows. Set DATABASE_URL to another PostgreSQL.')
  const directory = resolve(data_dir)
  claimFolder(directory)
  return await withLock(directory, 'starting', async () => {
    const place = findPlace(directory)
    const { socket_dir, adopted } = await adoptOrLaunch(directory, place, kind)
    const use = makeClaim(directory, 'user')
    let stopping: Promise<void> | undefined
    return {
      url: `postgres://app@localhost/postgres?host=${encodeURIComponent(socket_dir)}`,
      adopted,
      isAlive: () => {
        const found = readPostmaster(place.cluster)
        return found !== undefined && whoHas(found.pid) === 'postgres'
      },
      revive: () => withLock(directory, 'starting', async () => void (await adoptOrLaunch(directory, place, kind))),
      stop: () => (stopping ??= giveUp(directory, place, use.release)),
    }
  })
}

/**
 * Stops the server of `data_dir` and removes the folder with its contents.
 * @returns the removed folders, or the pid of a live process that still uses the server; then nothing is removed.
 */
export async function removeEmbeddedPostgres(data_dir: string): Promise<{ removed: string[] } | { in_use_by: number }> {
  const directory = resolve(data_dir)
  if (!existsSync(directory)) return { removed: [] }
  return await withLock(directory, 'starting', async () => {
    const user = listClaims(directory, 'user')[0]
    if (user !== undefined) return { in_use_by: user.pid }
    const home = findHome(directory)
    await shutDown(join(home, 'cluster'))
    const removed = [...new Set([directory, home])]
    for (const folder of removed) rmSync(folder, { recursive: true, force: true })
    return { removed }
  })
}

async function giveUp(directory: string, place: Place, release: () => void): Promise<void> {
  await withLock(directory, 'starting', async () => {
    release()
    if (listClaims(directory, 'user').length === 0) await shutDown(place.cluster)
  })
}

function claimFolder(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  try {
    accessSync(directory, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const owner = statSync(directory).uid
    throw new Error(`The database folder ${directory} belongs to user ${owner}. Start as that user, or remove the folder.`, {
      cause,
    })
  }
}

const elsewhere = (directory: string) => join(directory, 'elsewhere')

function findHome(directory: string): string {
  return lstatSync(elsewhere(directory), { throwIfNoEntry: false }) ? readlinkSync(elsewhere(directory)) : directory
}

function findPlace(directory: string): Place {
  const home = findHome(directory)
  const cluster = join(home, 'cluster')
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const runAs = chooseRunAs(owner)
  giveTo(runAs, home)
  if (owner !== undefined && runAs.kind === 'user' && runAs.uid !== owner.uid) giveAllTo(runAs, cluster)
  if (canUse(runAs, home)) return { home, cluster, runAs }

  // Only as root, if PostgreSQL's user cannot reach the folder, for example below a closed home.
  const reachable = mkdtempSync('/var/lib/muster-postgres-')
  giveTo(runAs, reachable)
  const moved = { home: reachable, cluster: join(reachable, 'cluster'), runAs }
  if (owner !== undefined) {
    cpSync(cluster, moved.cluster, { recursive: true, verbatimSymlinks: true })
    if (runAs.kind === 'user') giveAllTo(runAs, moved.cluster)
    giveTo(runAs, moved.cluster)
  }
  rmSync(elsewhere(directory), { force: true })
  symlinkSync(reachable, elsewhere(directory))
  rmSync(cluster, { recursive: true, force: true })
  return moved
}

async function adoptOrLaunch(directory: string, place: Place, kind: Kind): Promise<{ socket_dir: string; adopted: boolean }> {
  const began_at = Date.now()
  for (;;) {
    const waited_ms = Date.now() - began_at
    const found = readPostmaster(place.cluster)
    const holder = found === undefined ? 'nobody' : whoHas(found.pid)
    if (found !== undefined && holder === 'postgres') {
      if (found.status === 'ready' && (await canReach(found.socket_dir))) return { socket_dir: found.socket_dir, adopted: true }
      if (waited_ms > start_patience_ms)
        throw new Error(`PostgreSQL (process ${found.pid}) in ${place.cluster} does not respond.`)
    } else if (holder === 'stranger' || (holder === 'zombie' && waited_ms > lingering_ms)) {
      // A restarted container assigns the same process ids again, and some never reap a killed server. PostgreSQL would refuse
      // forever; this lock file belongs to no live server.
      rmSync(lockFile(place.cluster))
    } else if (holder === 'nobody') {
      // Other users of the dead server still use its address.
      const isAwaited = found !== undefined && existsSync(found.socket_dir) && listClaims(directory, 'user').length > 0
      if (found !== undefined && !isAwaited) removeSocketDir(found.socket_dir)
      const launched = await launch(place, kind, isAwaited ? found.socket_dir : undefined)
      if ('socket_dir' in launched) return { ...launched, adopted: false }
      if (waited_ms > lingering_ms || !launched.may_pass) throw new Error(`PostgreSQL did not start: ${launched.log}`)
    }
    await sleep(poll_ms)
  }
}

type Launched = { socket_dir: string } | { log: string; may_pass: boolean }

async function launch(place: Place, { durable, ends_with_starter }: Kind, awaited_in: string | undefined): Promise<Launched> {
  const binaries = findBinaries(place.runAs, place.home)
  if (!existsSync(place.cluster)) await makeCluster(place, binaries, durable)
  const socket_dir = awaited_in ?? chooseSocketDir(place.cluster, place.runAs)
  const log_file = join(place.home, 'postgres.log')
  // Keeps the log of a server that died.
  if (existsSync(log_file)) renameSync(log_file, join(place.home, 'postgres.previous.log'))
  const log = openSync(log_file, 'a', 0o600)
  const settings = { listen_addresses: '', max_connections: '100', ...(durable ? {} : fastAndLoose) }
  const args = ['-D', place.cluster, '-k', socket_dir, '-p', '5432']
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const { file, args: all, uid, gid } = commandAs(place.runAs, join(binaries, 'bin', 'postgres'), args)
  // Detached: Ctrl-C must reach only this process, so that its last writes still find a database.
  const child = spawn(file, all, { cwd: '/', env: postgresEnvironment(), uid, gid, detached: true, stdio: ['ignore', log, log] })
  child.unref()
  // Stops immediately: test data is not needed afterwards.
  if (ends_with_starter) endWithUs(child, 'SIGQUIT')
  closeSync(log)
  let failure: Error | undefined
  let has_exited = false
  child.once('error', (error) => (failure = error))
  child.once('exit', () => (has_exited = true))
  for (const began_at = Date.now(); ; await sleep(poll_ms)) {
    if (failure !== undefined) throw failure
    if (has_exited) {
      if (awaited_in === undefined) removeSocketDir(socket_dir)
      const text = readFileSync(log_file, 'utf8').slice(-2_000)
      return { log: text, may_pass: /lock file|shared memory block/.test(text) }
    }
    const found = readPostmaster(place.cluster)
    if (found?.pid === child.pid && found?.status === 'ready' && (await canReach(socket_dir))) return { socket_dir }
    // The start continues (a long recovery); a later call adopts the server.
    if (Date.now() - began_at > start_patience_ms) return { log: `still not ready, see ${log_file}`, may_pass: false }
  }
}

/** Settings for disposable databases. */
const fastAndLoose = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  // Pages beyond this are read again and again, in each backend process.
  shared_buffers: '512MB',
  io_method: 'sync',
  jit: 'off',
  update_process_title: 'off',
}

/** Creates the cluster in a temporary folder and moves it once complete: an unfinished cluster is never started. */
async function makeCluster(place: Place, binaries: string, durable: boolean): Promise<void> {
  for (const name of readdirSync(place.home)) {
    if (name.startsWith('new-')) rmSync(join(place.home, name), { recursive: true, force: true })
  }
  const fresh = mkdtempSync(join(place.home, 'new-'))
  giveTo(place.runAs, fresh)
  const options = ['-D', fresh, '-U', 'app', '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', '--no-instructions']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const all = [...options, ...locale, ...(durable ? [] : ['--no-sync'])]
  const { file, args, uid, gid } = commandAs(place.runAs, join(binaries, 'bin', 'initdb'), all)
  const child = spawn(file, args, { cwd: '/', env: postgresEnvironment(), uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  await new Promise<void>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`initdb failed: ${complaint}`))))
  })
  renameSync(fresh, place.cluster)
}
