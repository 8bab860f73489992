import type { Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { createApp } from './http/app.ts'
import { type Hub, startHub } from './live/hub.ts'
import { createCaches } from './caches.ts'
import { createClock, waitReal } from './clock.ts'
import { createDrivenTime } from './driven-time.ts'
import { readConfig } from './config.ts'
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
import { createGateways } from './gateways/gateways.ts'
import { createCleaningReporter } from './ingestion/problems.ts'
import { removeRawDataOfEvents } from './jobs/remove-raw-data.ts'
import { createCalculateBuilds } from './jobs/calculate-builds.ts'
import { startChores } from './jobs/chores.ts'
import { followStreams } from './jobs/follow-streams.ts'
import { keepConnections } from './jobs/keep-connections.ts'
import { startJobRunner } from './jobs/runner.ts'
import { createLogger } from './log.ts'
import { startScoringSupervisor } from './scoring/supervisor.ts'
import { markProcess, nameProcess } from './processes.ts'
import { endStart, explainDatabase, explained, explainListening, StartProblem } from './start-problems.ts'
import { onStopSignals } from './stop-signals.ts'
import { listReasons } from './telemetry/list-reasons.ts'
import { startTelemetryListener } from './telemetry/listener.ts'
import { collectMetrics } from './telemetry/metrics.ts'
import { startTraces } from './telemetry/traces.ts'
import { watchOutages } from './telemetry/watch-outages.ts'
import { timeOn } from './time.ts'
import { agreeOnTime, keepTime, wallNow } from './wall-clock.ts'
import { startWatchdog } from './watchdog.ts'

/** Shorter than the time in which a call is answered, so that a query that takes too long ends before its answer is due. */
const statement_ms = 30_000
/** Of the time in which a process goes on serving: how long its proxy has to notice, before feeds move on. */
const noticing = 1 / 3

/**
 * Starts the roles asked for (ROLES), all by default. Every role can run in a process of its own on any machine that
 * reaches the database; they know nothing of each other.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLogger(config.log_level)
  // The process of a rehearsal plays hours of an event without a pause, and has no visitors.
  if (config.driven_clock_ms === null) startWatchdog(config.watchdog_ms, log)
  const { metrics: told } = config
  const telemetry =
    told &&
    (await explained(
      () => startTelemetryListener(told, log),
      (error) => explainListening(error, 'METRICS_PORT', told.host, told.port),
    ))
  const traces = config.traces && (await startTraces(config.traces, config, log))
  const inDatabase = <T>(step: () => Promise<T>) => explained(step, (error) => explainDatabase(error, config.database_url))
  await inDatabase(() => migrate(config.database_url))
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const {
    db,
    pool,
    close: closeDatabase,
  } = connectDatabase(config.database_url, {
    max_connections: countForWork(config.roles),
    prepares: true,
    onError,
  })
  const onCorrected = (apart_ms: number) =>
    log.warn({ apart_seconds: apart_ms / 1000 }, "this machine's clock is wrong: going by the database's")
  const refused = await inDatabase(() => markDatabase(db, config.is_trial))
  if (refused) throw new StartProblem(refused)
  if (config.is_trial) log.warn('this is a trial: game, players and logins are simulated')
  const apart_ms = await inDatabase(() => agreeOnTime(db))
  if (apart_ms !== 0) onCorrected(apart_ms)
  // A rehearsal drives time from outside; otherwise it passes by itself.
  const driven = config.driven_clock_ms === null ? null : createDrivenTime(config.driven_clock_ms, process)
  const time = driven?.time ?? timeOn(createClock(config.clock, wallNow))
  const { clock } = time
  const runs = (role: (typeof config.roles)[number]) => config.roles.includes(role)
  const journal = runs('jobs')
    ? openLimitJournal(
        join(config.data_dir, 'asked-of-the-game.jsonl'),
        () => clock.now(),
        (error) => log.warn({ err: error }, 'what is asked of the game cannot be written down'),
      )
    : undefined
  const ctx: Context = {
    config,
    db,
    ...time,
    log,
    caches: createCaches(),
    vault: createTokenVault(config),
    ...createGateways(config, time, journal, createCleaningReporter(db, clock, log)),
  }

  const pools = [pool]
  const closing: (() => Promise<unknown>)[] = []
  const leaving = new AbortController()
  const runner = runs('jobs') ? startJobRunner(ctx, config.database_url) : null
  const supervisor = runs('scoring') ? startScoringSupervisor(ctx, config.database_url) : null
  const { calculators, close: closeCalculators } = createCalculators(config.pob, log)
  const calculates = Object.values(calculators).some((one) => one !== null)
  const calculations = calculates ? [createCalculateBuilds(calculators)] : []
  const chores = runner ? startChores(ctx, [followStreams, keepConnections, removeRawDataOfEvents, ...calculations]) : null
  const listener =
    runner || supervisor
      ? listen(
          config.database_url,
          ['snapshots', 'guild_stashes', 'stream', 'ledger', 'definition'],
          (channel, payload) => {
            runner?.wake(channel, payload)
            if (channel === 'ledger') supervisor?.wake(payload)
          },
          () => {
            runner?.wakeAll()
            supervisor?.wakeAll()
          },
          (error) => log.warn({ err: error }, 'notifications interrupted'),
          nameProcess(markProcess(config)),
        )
      : null
  let server: Server | null = null
  let feeds: Hub | null = null
  let replica: OpenReplica | null = null
  const measuredPools: Record<string, typeof pool> = { work: pool }
  if (runs('http')) {
    // A pool of its own: page loads do not queue behind jobs, and no call keeps a query forever.
    const visitors = connectDatabase(config.database_url, { max_connections: forVisitors, statement_ms, onError })
    pools.push(visitors.pool)
    measuredPools['http'] = visitors.pool
    replica =
      config.database_replica_url &&
      openReplica(config.database_replica_url.reveal(), {
        primary: visitors.pool,
        onUsed: () => log.info('the replica of the database answers reads'),
        onLost: ({ reason, error }) => log.warn({ reason, err: error }, 'the replica of the database is not used'),
        onFailed: (error) => log.warn({ err: error }, 'the replica of the database could not execute a statement'),
      })
    if (replica) measuredPools['replica'] = replica.pool
    const served: Context = { ...ctx, db: visitors.db, ...(replica && { replica }) }
    const hub = (feeds = startHub(served))
    const app = await createApp({ ...served, feeds: hub }, { hub, leaving: leaving.signal })
    server = app.server
    await explained(
      () => app.listen({ host: config.host, port: config.port }),
      (error) => explainListening(error, 'PORT', config.host, config.port),
    )
    closing.push(
      () => hub.close(),
      () => app.close(),
      async () => replica?.close(),
      () => visitors.close(),
    )
  }
  if (telemetry) {
    const looking = [
      ...(runner ? [{ role: 'jobs', lookedAt: runner.lookedAt }] : []),
      ...(supervisor ? [{ role: 'scoring', lookedAt: supervisor.lookedAt }] : []),
    ]
    const metrics = await collectMetrics({
      ctx: { ...ctx, ...(feeds && { feeds }), ...(replica && { replica }) },
      pools: measuredPools,
      hub: feeds,
    })
    telemetry.serve({ metrics, listReasons: () => listReasons(db, looking) })
    closing.push(() => telemetry.close())
  }
  // A rehearsal plays an event, and not what happened to its server.
  if (!driven) {
    const watch = watchOutages(ctx)
    const keeper = keepTime(db, onCorrected, (error) => log.warn({ err: error }, 'the clock could not be compared'))
    closing.push(
      () => watch.close(),
      () => keeper.close(),
    )
  }
  driven?.watch({ pools, hearAll: async () => listener?.hearAll(), server })

  /** Gives jobs and events back, so that other processes take them over at once. */
  async function release(): Promise<void> {
    await listener?.close()
    await Promise.all([runner?.close(), supervisor?.close(), chores?.close()])
    closeCalculators()
  }

  /** Goes on serving until whoever sends calls has noticed, and feeds have moved on. */
  async function drain({ drain_ms }: Pick<typeof config, 'drain_ms'>): Promise<void> {
    if (!feeds || drain_ms === 0) return
    await waitReal(drain_ms * noticing, new AbortController().signal)
    await feeds.sendElsewhere(drain_ms * (1 - noticing))
  }

  let stopping = false
  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    telemetry?.refuse('the process is stopping')
    leaving.abort()
    await Promise.all([release(), drain(config)])
    for (const close of closing) await close()
    await closeDatabase()
    await traces?.close()
    driven?.close()
    log.info('stopped')
  }
  onStopSignals(
    (signal) => void stop(signal),
    () => process.exit(1),
  )
  // Nobody moves the clock any more: whoever did is dead.
  if (driven) process.once('disconnect', () => void stop('disconnect'))

  log.info({ roles: config.roles, port: config.port, ...(telemetry && { metrics_port: telemetry.port }) }, 'ready')
  // Where what is compiled is kept: also a process that is killed leaves what it compiled to the next one.
  flushCompileCache()
}

await main().catch(endStart)
