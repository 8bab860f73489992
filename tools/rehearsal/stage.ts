import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type Db } from '@muster/server/db/connect'
import type { QuietAt } from './driven-time.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import type { FaultProvider } from '@muster/simulator/faults/faults'
import { createSimulator, type Simulator } from '@muster/simulator/simulator'
import { dataDir } from '../places.ts'
import { importSimulatedTrees } from './game-tree.ts'
import { findParent, readFamilyCpuSeconds } from './processor.ts'
import { bundleServer, prepareProduct, type Product } from './product.ts'
import type { Scenario } from './scenario.ts'
import { settingsForSpeed, settingsOfProduction } from './server-process.ts'

/** The environment of a rehearsal: an empty database, a simulated game with a stopped clock, and the server. */
export interface Stage {
  readonly simulator: Simulator
  readonly product: Product
  readonly db: Db
  readonly database_url: string
  /** Milliseconds of event time. */
  now(): number
  /**
   * Moves the clocks of the game and the server, and waits until the server's work is done. Stops at the turns of queued
   * requests.
   */
  moveTo(now_ms: number): Promise<void>
  /** Waits for an answer that needs requests to the game; time advances while rate limits delay them. */
  during<T>(asked: Promise<T>): Promise<T>
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
 * Real time allowed for an answer of the game: short if answers may hang, because everything waits meanwhile, otherwise enough
 * for a busy machine.
 */
const [hangs_ms, busy_ms] = [2500, 60_000]
/** Number of reports in a row without work after which an answer is assumed to wait for the clock. */
const quietReports = 150
/**
 * Time stops at the turn of the second queued request. Nearly always one is queued: the stream's next page is requested as soon
 * as the last was read, and stopping there would turn each of its pauses into a separate step. The stream is read on only while
 * pages are full, after an outage of the game, as a real reader would catch up.
 */
const turnToStopAt = 1
/**
 * Event time until every active player has been polled. When all tokens die, the product doubts them after the first failure, but
 * it cannot foresee that one player withdrew consent.
 */
const foundOutAfter_ms = 5 * 60_000
/** Longest move of event time in this case; another sleeper may wake only in hours. */
const longestMove_ms = 500
/** Real milliseconds between polls. */
const pollEvery_ms = 2

/** Requests to other providers are sent one after the other. */
const isOfGame = (provider: FaultProvider | undefined) => provider !== 'discord' && provider !== 'twitch'

/** Process id of the database's main process. */
async function findPostmaster(db: Db): Promise<number | null> {
  const { pid } = await db.selectNoFrom((of) => of.fn<number>('pg_backend_pid', []).as('pid')).executeTakeFirstOrThrow()
  return findParent(pid)
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
  const open = () => startEmbeddedPostgres({ data_dir: join(folder, 'postgres'), durable: false, ends_with_starter: true })
  let database = await open()
  await migrate(database.url)
  const { db, close: disconnect } = connectDatabase(database.url, { max_connections: 2, prepares: true })
  const { preset, seed, compresses } = scenario
  const simulator = await createSimulator({ mode: 'stepped', preset, seed, switches: { compresses } })
  const product = await prepareProduct(
    simulator,
    {
      program: await bundling,
      database_url: database.url,
      data_dir: folder,
      timeout_ms: scenario.scripts.length > 0 ? hangs_ms : busy_ms,
    },
    scenario.division,
    scenario.is_measured ? settingsOfProduction() : settingsForSpeed,
  )
  const now = () => simulator.clock.now()
  let moves = 0
  let database_seconds = 0
  let postmaster = await findPostmaster(db)

  /**
   * Whether the order of requests matters by then: a fault with a limited number of strikes is active, or tokens died, and the
   * first request for each discovers it. Requests of one moment have no fixed order, so two runs would diverge.
   */
  function favoursTheFirst(at_ms: number): boolean {
    const { faults, scripts } = simulator
    const isLeft = faults
      .list()
      .some(
        ({ struck, match, when: { count, until_ms = Infinity } }) =>
          count !== undefined && struck < count && now() < until_ms && isOfGame(match.provider),
      )
    const next = scripts.listSteps(now(), at_ms)
    const withdrawals = scripts.listSteps(at_ms - foundOutAfter_ms, at_ms)
    return (
      isLeft ||
      next.some(
        (step) =>
          ('strike' in step && isOfGame(step.provider)) ||
          ('fault' in step && step.count !== undefined && isOfGame(step.match?.provider)),
      ) ||
      withdrawals.some((step) => 'strike' in step && step.strike === 'auth.revoke_user')
    )
  }

  /** The server's last report that its work is done; null if it was killed. */
  let rested: QuietAt | null = null
  async function rest(at_ms = now(), asks_visits = false): Promise<QuietAt | null> {
    // The server checks for due work while the game computes its world up to that time; the game answers nothing before.
    const resting = product.moveTo(at_ms, { one_by_one: favoursTheFirst(at_ms), asks_visits })
    simulator.runUntil(at_ms)
    void simulator.prepareDuring(resting)
    rested = await resting
    return rested
  }

  async function moveTo(now_ms: number): Promise<void> {
    // To stay at this moment, the server is asked again; for a step, the report at the end of the last one is sufficient.
    const isAtRest = now() < now_ms && rested?.quiet_at_ms === now()
    let quiet = isAtRest ? rested : await rest()
    while (now() < now_ms) {
      const turn_ms = Math.min(now_ms, quiet?.turns_ms[simulator.hasMoreStream() ? 0 : turnToStopAt] ?? now_ms)
      if (turn_ms < now_ms) moves++
      quiet = await rest(Math.max(turn_ms, now()))
    }
  }

  async function during<T>(asked: Promise<T>): Promise<T> {
    let isDone = false
    const done = asked.finally(() => (isDone = true))
    // The caller that awaits the answer below receives the rejection.
    done.catch(() => undefined)
    for (let quiet = 0; !isDone; ) {
      const { next_wake_ms: wake_ms = null, turns_ms: [turn_ms] = [], visits = 0 } = (await rest(now(), true)) ?? {}
      // False while the request is on its way to the server or the game: other requests are queued, but need not continue yet.
      const isWaiting = !isDone && visits > 0
      if (isWaiting && turn_ms !== undefined) {
        // A request is queued, so advancing to its turn loses nothing.
        await moveTo(turn_ms)
        continue
      }
      if (isWaiting) quiet++
      if (isWaiting && quiet >= quietReports && wake_ms !== null) {
        await moveTo(Math.min(wake_ms, now() + longestMove_ms))
        quiet = 0
      }
      await sleep(pollEvery_ms)
    }
    // The server was at rest before it answered; work it has started since must be awaited before time advances.
    rested = null
    return done
  }

  return {
    simulator,
    product,
    db,
    database_url: database.url,
    now,
    moveTo,
    during,
    async restartDatabase() {
      database_seconds += readFamilyCpuSeconds(postmaster)
      await database.stop()
      database = await open()
      postmaster = await findPostmaster(db)
    },
    moves: () => moves,
    postmaster: () => postmaster,
    cpuSeconds() {
      const { user, system } = process.cpuUsage(cpu_before)
      return {
        server: product.cpuSeconds(),
        database: database_seconds + readFamilyCpuSeconds(postmaster),
        game: (user + system) / 1e6,
      }
    },
    async close() {
      await product.stop()
      await simulator.close()
      await disconnect()
      await database.stop()
    },
  }
}

export const rehearsalsDir = (): string => join(dataDir(), 'rehearsals')
