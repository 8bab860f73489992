import type { Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createApp } from './http/app.ts'
import { startHub } from './live/hub.ts'
import { createCaches } from './caches.ts'
import { type Clock, waitReal } from './clock.ts'
import type { Config } from './config.ts'
import { countForWork, forVisitors } from './connections.ts'
import type { Context } from './context.ts'
import { connectDatabase } from './db/connect.ts'
import { listen } from './db/listen.ts'
import { migrate } from './db/migrate.ts'
import { type OpenReplica, openReplica } from './db/replica.ts'
import { markDatabase } from './db/trial-mark.ts'
import { createTokenVault } from './features/login/token-vault.ts'
import { createCalculators } from './gateways/pob/calculators.ts'
import { openLimitJournal } from './gateways/game/limit-journal.ts'
import { createGateways, type Gateways } from './gateways/gateways.ts'
import { createCleaningReporter } from './ingestion/problems.ts'
import { createScheduledTasks } from './jobs/index.ts'
import { createChannels } from './jobs/send-notices.ts'
import { startScheduledTasks } from './jobs/scheduled-tasks.ts'
import { startJobRunner } from './jobs/runner.ts'
import { startScoringSupervisor } from './scoring/supervisor.ts'
import { markProcess, nameProcess } from './processes.ts'
import { explainDatabase, explained, explainListening, StartProblem } from './start-problems.ts'
import { onStopSignals } from './stop-signals.ts'
import { listReasons } from './telemetry/list-reasons.ts'
import { startTelemetryListener } from './telemetry/listener.ts'
import { collectMetrics } from './telemetry/metrics.ts'
import { startTraces } from './telemetry/traces.ts'
import { agreeOnTime } from './wall-clock.ts'

/** Shorter than the timeout of a call, so that a slow query ends before its answer is due. */
const statement_ms = 30_000
/** Share of the draining time for the proxy to notice, before feeds are sent elsewhere. */
const noticing = 1 / 3

/** Dependencies that an entry program chooses. */
export interface Surroundings {
  readonly clock: Clock
  readonly wrapGateways?: (gateways: Gateways) => Gateways
}

export interface RunningServer {
  readonly ctx: Context
  readonly pools: readonly Pool[]
  /** Null without the role `http`. */
  readonly server: Server | null
  /** Resolves when every notification sent before the call has been received. */
  hearAll(): Promise<void>
  /** Adds work for the stop of the server. */
  closeWith(close: () => Promise<unknown>): void
  stop(reason: string): Promise<void>
}

/** Logs a correction of this machine's clock. */
export const tellCorrection = (log: Logger) => (apart_ms: number) =>
  log.warn({ apart_seconds: apart_ms / 1000 }, "this machine's clock is wrong; using the database's clock instead")

/** The role `http`: pages, API and feeds. */
async function openHttp(ctx: Context, leaving: AbortSignal, onError: (error: Error) => void) {
  const { config, log } = ctx
  // Visitors have their own pool: page loads do not queue behind jobs, and no call can hold a query forever.
  const visitors = connectDatabase(config.database_url, { max_connections: forVisitors, statement_ms, onError })
  const replica: OpenReplica | null =
    config.database_replica_url &&
    openReplica(config.database_replica_url.reveal(), {
      primary: visitors.pool,
      onUsed: () => log.info('the database replica is in use for reads'),
      onLost: ({ reason, error }) =>
        log.warn({ reason, err: error }, 'the database replica is not in use; the primary answers all reads'),
      onFailed: (error) => log.warn({ err: error }, 'the database replica could not execute a statement; the primary answers it'),
    })
  const served: Context = { ...ctx, db: visitors.db, ...(replica && { replica }) }
  const hub = startHub(served)
  const app = await createApp({ ...served, feeds: hub }, { hub, leaving })
  await explained(
    () => app.listen({ host: config.host, port: config.port }),
    (error) => explainListening(error, 'PORT', config.host, config.port),
  )
  return {
    server: app.server,
    hub,
    replica,
    pools: { http: visitors.pool, ...(replica && { replica: replica.pool }) },
    closing: [() => hub.close(), () => app.close(), async () => replica?.close(), () => visitors.close()],
  }
}

/** Opens the database with the newest schema and the kind of this program (trial or not), and compares the clocks. */
async function openDatabase({ database_url, roles, is_trial }: Config, log: Logger, onError: (error: Error) => void) {
  const inDatabase = <T>(step: () => Promise<T>) => explained(step, (error) => explainDatabase(error, database_url))
  await inDatabase(() => migrate(database_url))
  const opened = connectDatabase(database_url, { max_connections: countForWork(roles), prepares: true, onError })
  const refused = await inDatabase(() => markDatabase(opened.db, is_trial))
  if (refused) throw new StartProblem(refused)
  if (is_trial) log.warn('this is a trial: game, players and logins are simulated')
  const apart_ms = await inDatabase(() => agreeOnTime(opened.db))
  if (apart_ms !== 0) tellCorrection(log)(apart_ms)
  return opened
}

const openJournal = ({ data_dir }: Config, clock: Clock, log: Logger) =>
  openLimitJournal(
    join(data_dir, 'asked-of-the-game.jsonl'),
    () => clock.now(),
    (error) =>
      log.warn(
        { err: error },
        'could not store the journal of requests to the game; after a restart their rate limits are unknown',
      ),
  )

/** The roles `jobs` and `scoring`: work that notifications of the database wake. */
function startWork(ctx: Context) {
  const { config, log } = ctx
  const { database_url, roles } = config
  const runner = roles.includes('jobs') ? startJobRunner(ctx, database_url) : null
  const supervisor = roles.includes('scoring') ? startScoringSupervisor(ctx, database_url) : null
  const { calculators, close: closeCalculators } = createCalculators(config.pob, log)
  const made = createScheduledTasks(calculators, createChannels(config), ctx.discord_bot ?? null)
  const tasks = runner && startScheduledTasks(ctx, Object.values(made))
  const listener =
    runner || supervisor
      ? listen(
          database_url,
          ['snapshots', 'guild_stashes', 'readings', 'stream', 'ledger', 'definition'],
          (channel, payload) => {
            runner?.wake(channel, payload)
            if (channel === 'ledger') supervisor?.wake(payload)
          },
          () => {
            runner?.wakeAll()
            supervisor?.wakeAll()
          },
          (error) => log.warn({ err: error }, 'lost the connection for notifications; reconnecting'),
          nameProcess(markProcess(config)),
        )
      : null
  return {
    looking: [
      ...(runner ? [{ role: 'jobs', lookedAt: runner.lookedAt }] : []),
      ...(supervisor ? [{ role: 'scoring', lookedAt: supervisor.lookedAt }] : []),
    ],
    hearAll: async () => listener?.hearAll(),
    /** Releases jobs and events, so that other processes take over at once. */
    async release(): Promise<void> {
      await listener?.close()
      await Promise.all([runner?.close(), supervisor?.close(), tasks?.close()])
      closeCalculators()
    },
  }
}

/**
 * Starts the configured roles (ROLES; default all). Every role can run in its own process on any machine that reaches the
 * database; the roles do not depend on each other.
 */
export async function startServer(config: Config, log: Logger, { clock, wrapGateways }: Surroundings): Promise<RunningServer> {
  const { metrics: told, drain_ms } = config
  const telemetry =
    told &&
    (await explained(
      () => startTelemetryListener(told, log),
      (error) => explainListening(error, 'METRICS_PORT', told.host, told.port),
    ))
  const traces = config.traces && (await startTraces(config.traces, config, log))
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost; the next query opens a new one')
  const { db, pool, close: closeDatabase } = await openDatabase(config, log, onError)
  const journal = config.roles.includes('jobs') ? openJournal(config, clock, log) : undefined
  const gateways = createGateways(config, clock, journal, createCleaningReporter(db, clock, log))
  const ctx: Context = {
    config,
    db,
    clock,
    log,
    caches: createCaches(),
    vault: createTokenVault(config),
    ...(wrapGateways ? wrapGateways(gateways) : gateways),
  }

  const leaving = new AbortController()
  const work = startWork(ctx)
  const pages = config.roles.includes('http') ? await openHttp(ctx, leaving.signal, onError) : null
  const closing: (() => Promise<unknown>)[] = [...(pages?.closing ?? [])]
  if (telemetry) {
    const metrics = await collectMetrics({
      ctx: { ...ctx, ...(pages && { feeds: pages.hub }), ...(pages?.replica && { replica: pages.replica }) },
      pools: { work: pool, ...pages?.pools },
      hub: pages?.hub ?? null,
    })
    telemetry.serve({ metrics, listReasons: () => listReasons(db, work.looking) })
    closing.push(() => telemetry.close())
  }

  /** Continues to serve until the proxy has noticed and feeds have moved to other processes. */
  async function drain(): Promise<void> {
    if (!pages || drain_ms === 0) return
    await waitReal(drain_ms * noticing, new AbortController().signal)
    await pages.hub.sendElsewhere(drain_ms * (1 - noticing))
  }

  let stopping = false
  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    telemetry?.refuse('the process is stopping')
    leaving.abort()
    await Promise.all([work.release(), drain()])
    for (const close of closing) await close()
    await closeDatabase()
    await traces?.close()
    log.info('stopped')
  }
  onStopSignals(
    (signal) => void stop(signal),
    () => process.exit(1),
  )
  log.info({ roles: config.roles, port: config.port, ...(telemetry && { metrics_port: telemetry.port }) }, 'ready')
  // With a compile cache, even a killed process saves its compiled code for the next one.
  flushCompileCache()
  return {
    ctx,
    pools: [pool, ...(pages ? [pages.pools.http] : [])],
    server: pages?.server ?? null,
    hearAll: work.hearAll,
    closeWith: (close) => closing.push(close),
    stop,
  }
}
