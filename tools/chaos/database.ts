import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseRunAs, commandAs, findBinaries, giveTo, postgresEnvironment } from '@muster/server/db/embedded/binaries'
import { connectDatabase } from '@muster/server/db/connect'

/** PostgreSQL on its own machine: reached over the network, and restarted by its supervisor two seconds after it ends. */
export interface DatabaseMachine {
  readonly url: string
  /** kill -9 of its main process, which is restarted after this time. */
  kill(away_ms: number): Promise<void>
  close(): Promise<void>
}

const restartAfter_ms = 2000
const port = 5432

/** @param folder on the database's own disk. */
export async function startDatabaseMachine(folder: string, host: string, log_file: string): Promise<DatabaseMachine> {
  const runAs = chooseRunAs(undefined)
  const programs = join(findBinaries(runAs, tmpdir()), 'bin')
  const cluster = join(folder, 'cluster')
  giveTo(runAs, folder)
  const init = commandAs(runAs, join(programs, 'initdb'), [
    '-D',
    cluster,
    '-U',
    'muster',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
  ])
  const shared = { cwd: '/', env: postgresEnvironment(), uid: init.uid, gid: init.gid }
  const made = spawnSync(init.file, init.args, { ...shared, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  const subnet = host.replace(/\.\d+$/, '.0/24')
  appendFileSync(join(cluster, 'pg_hba.conf'), `host all all ${subnet} trust\n`)

  // The WAL limit fits its small disk; all other settings are defaults.
  const settings = { listen_addresses: host, unix_socket_directories: '', max_wal_size: '96MB', min_wal_size: '32MB' }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandAs(runAs, join(programs, 'postgres'), ['-D', cluster, '-p', String(port), ...args])
  const log = openSync(log_file, 'a', 0o600)
  let [child, isClosing, away_ms]: [ChildProcess | null, boolean, number] = [null, false, restartAfter_ms]
  let restart: NodeJS.Timeout | undefined
  function start(): void {
    child = spawn(command.file, command.args, { ...shared, stdio: ['ignore', log, log] })
    child.once('exit', () => {
      if (isClosing) return
      restart = setTimeout(start, away_ms)
      away_ms = restartAfter_ms
    })
  }
  start()
  const url = `postgres://muster@${host}:${port}/postgres`
  const { pool, close: disconnect } = connectDatabase(url, { max_connections: 1, onError: () => undefined })
  for (const until = Date.now() + 60_000; ; await sleep(100)) {
    const isUp = await pool.query('select 1').then(
      () => true,
      (error: unknown) => {
        if (Date.now() > until) throw error
        return false
      },
    )
    if (isUp) break
  }
  await disconnect()
  return {
    url,
    async kill(wanted_ms) {
      away_ms = wanted_ms
      const ended = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await ended
    },
    async close() {
      isClosing = true
      clearTimeout(restart)
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
    },
  }
}
