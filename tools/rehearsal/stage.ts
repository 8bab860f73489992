import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { providers } from '@muster/contract/auth'
import { connectDatabase, type Db } from '@muster/server/db/connect'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { dataDir } from '../places.ts'
import { EventTime } from './event-time.ts'
import { importSimulatedTrees } from './game-tree.ts'
import { findParent, readFamilyCpuSeconds } from './processor.ts'
import { bundleServer, prepareProduct, type Product } from './product.ts'
import type { Scenario } from './scenario.ts'
import { settingsForSpeed, settingsOfProduction } from './server-process.ts'

/** The environment of a rehearsal: an empty database, a simulated game with a stopped clock, and the server. */
export interface Stage extends Pick<EventTime, 'now' | 'moveTo' | 'during'> {
  readonly simulator: Simulator
  readonly product: Product
  readonly db: Db
  readonly database_url: string
  /** Restarts the database while the server runs. */
  restartDatabase(): Promise<void>
  /** Number of moves of the clock. */
  moves(): number
  /** Process id of the database's main process; null if unknown. */
  postmaster(): number | null
  /** Processor time so far in seconds: server, database, and the game, which runs in this process. */
  cpuSeconds(): { server: number; database: number; game: number }
  close(): Promise<void>
}

/**
 * Real time allowed for an answer from the game: short if answers may hang, because everything waits meanwhile, otherwise enough
 * for a busy machine.
 */
const [hangs_ms, busy_ms] = [2500, 60_000]

/** Process id of the database's main process. */
async function findPostmaster(db: Db): Promise<number | null> {
  const { pid } = await db.selectNoFrom((of) => of.fn<number>('pg_backend_pid', []).as('pid')).executeTakeFirstOrThrow()
  return findParent(pid)
}

/** An empty database with the current schema. */
async function openDatabase(data_dir: string) {
  const start = () => startEmbeddedPostgres({ data_dir, durable: false, ends_with_starter: true })
  let running = await start()
  const { url } = running
  await migrate(url)
  const { db, close: disconnect } = connectDatabase(url, { max_connections: 2, prepares: true })
  let postmaster = await findPostmaster(db)
  let earlier_seconds = 0
  return {
    url,
    db,
    postmaster: () => postmaster,
    cpuSeconds: () => earlier_seconds + readFamilyCpuSeconds(postmaster),
    async restart(): Promise<void> {
      earlier_seconds += readFamilyCpuSeconds(postmaster)
      await running.stop()
      running = await start()
      postmaster = await findPostmaster(db)
    },
    async close(): Promise<void> {
      await disconnect()
      await running.stop()
    },
  }
}

/**
 * @param folder its contents are deleted.
 * @param ready_program path of a bundled server shared by several stages; bundled here by default.
 */
export async function openStage(scenario: Scenario, folder: string, ready_program?: Promise<string>): Promise<Stage> {
  const cpu_before = process.cpuUsage()
  const left = await removeEmbeddedPostgres(join(folder, 'postgres'))
  if ('in_use_by' in left) throw new Error(`Another rehearsal is using ${folder} (process ${left.in_use_by}).`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bundling = ready_program ?? bundleServer(join(folder, 'program'))
  // The first error is reported by the await below.
  bundling.catch(() => undefined)
  importSimulatedTrees(folder)
  const database = await openDatabase(join(folder, 'postgres'))
  const { preset, seed, compresses } = scenario
  const simulator = await createSimulator({ mode: 'stepped', preset, seed, switches: { compresses } })
  const product = await prepareProduct(
    simulator,
    {
      program: await bundling,
      database_url: database.url,
      data_dir: folder,
      providers: scenario.providers ?? providers,
      timeout_ms: scenario.scripts.length > 0 ? hangs_ms : busy_ms,
    },
    scenario.division,
    scenario.is_measured ? settingsOfProduction() : settingsForSpeed,
  )
  const time = new EventTime(simulator, product)
  const { now, moveTo, during } = time
  return {
    simulator,
    product,
    db: database.db,
    database_url: database.url,
    now,
    moveTo,
    during,
    restartDatabase: database.restart,
    moves: () => time.moves,
    postmaster: database.postmaster,
    cpuSeconds() {
      const { user, system } = process.cpuUsage(cpu_before)
      return { server: product.cpuSeconds(), database: database.cpuSeconds(), game: (user + system) / 1e6 }
    },
    async close() {
      await product.stop()
      await simulator.close()
      await database.close()
    },
  }
}

export const rehearsalsDir = (): string => join(dataDir(), 'rehearsals')
