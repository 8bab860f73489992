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

/** Where a rehearsal takes place: an empty database, a simulated game that stands still, and the server. */
export interface Stage {
  readonly simulator: Simulator
  readonly product: Product
  readonly db: Db
  readonly database_url: string
  /** Milliseconds of event time. */
  now(): number
  /**
   * Moves the game and the server, and waits until the server has done what there was to do. Where requests are queued, time
   * stops at their turns.
   */
  moveTo(now_ms: number): Promise<void>
  /** Until something is answered for which the server has to ask the game; time passes while the limits make it wait. */
  during<T>(asked: Promise<T>): Promise<T>
  /** Stops the database under the running server, and starts it again. */
  restartDatabase(): Promise<void>
  /** How often time was moved. */
  moves(): number
  /** The process of the database that started all others of it; null where the system does not tell. */
  postmaster(): number | null
  /** Processor time so far, seconds: of the server, of the database, and of this process, which is the game. */
  cpuSeconds(): { server: number; database: number; game: number }
  close(): Promise<void>
}

/** Real time that the game has for an answer. Where answers hang, nothing else happens meanwhile; otherwise the machine is busy. */
const [hangs_ms, busy_ms] = [2500, 60_000]
/** So often in a row the server has to have nothing to do before an answer is taken to wait for the clock. */
const quietReports = 150
/**
 * Time stops at the turn of the second queued request. One nearly always does: the stream's next page is asked for
 * as soon as the last was read, and a moment later there is a little more; that would make each of its pauses a step of its
 * own. Only while pages are full, after the game was away, the stream is read on: a reader in life catches up as well.
 */
const turnToStopAt = 1
/**
 * Event time: so soon anybody who plays is asked about. When all tokens die the product doubts them after the first; that one
 * player withdrew consent it cannot guess.
 */
const foundOutAfter_ms = 5 * 60_000
/** Event time that passes at once then: somebody else may want to wake in hours. */
const longestMove_ms = 500
/** Real milliseconds between two of them. */
const pollEvery_ms = 2

/** Others are asked about one thing after the other. */
const isOfGame = (provider: FaultProvider | undefined) => provider !== 'discord' && provider !== 'twitch'

/** The process of the database that started all others of it. */
async function findPostmaster(db: Db): Promise<number | null> {
  const { pid } = await db.selectNoFrom((of) => of.fn<number>('pg_backend_pid', []).as('pid')).executeTakeFirstOrThrow()
  return findParent(pid)
}

/**
 * @param folder is emptied.
 * @param ready_program where the server is, for whoever opens several stages; made for this one otherwise.
 */
export async function openStage(scenario: Scenario, folder: string, ready_program?: Promise<string>): Promise<Stage> {
  const cpu_before = process.cpuUsage()
  const left = await removeEmbeddedPostgres(join(folder, 'postgres'))
  if ('in_use_by' in left) throw new Error(`Another rehearsal uses ${folder} (process ${left.in_use_by}).`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bundling = ready_program ?? bundleServer(join(folder, 'program'))
  // Whatever fails first is told.
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
   * Whether it matters by then who asks first: a fault that strikes so many times and no more has strikes left, or tokens died, and
   * the first with each finds it out. Requests of one moment come in any order, and two runs would go on from there in two ways.
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

  /** What the server said when it came to rest last; null = it was killed before. */
  let rested: QuietAt | null = null
  async function rest(at_ms = now(), asks_visits = false): Promise<QuietAt | null> {
    // The server looks what is due then while the game takes in what happens until then: before, the game answers nothing.
    const resting = product.moveTo(at_ms, { one_by_one: favoursTheFirst(at_ms), asks_visits })
    simulator.runUntil(at_ms)
    void simulator.prepareDuring(resting)
    rested = await resting
    return rested
  }

  async function moveTo(now_ms: number): Promise<void> {
    // To stay at this moment, the server is asked again; for a step, what it said at the end of the last one is enough.
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
    // Rejections reach whoever waits for the answer below.
    done.catch(() => undefined)
    for (let quiet = 0; !isDone; ) {
      const { next_wake_ms: wake_ms = null, turns_ms: [turn_ms] = [], visits = 0 } = (await rest(now(), true)) ?? {}
      // On the way to the server, or to the game and back: others are queued, and need not go on yet.
      const isWaiting = !isDone && visits > 0
      if (isWaiting && turn_ms !== undefined) {
        // A request is queued: nothing is lost by letting it go.
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
    // It was at rest before it answered; what it does since is waited for before time goes on.
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
