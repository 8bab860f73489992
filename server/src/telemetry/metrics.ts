import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Context } from '../context.ts'
import { checkDatabase } from '../features/server-state/health.ts'
import { observe } from '../features/server-state/observe.ts'
import { judgeReadiness } from '../features/server-state/readiness.ts'
import { waitReal } from '../clock.ts'
import { measureClock, wallNow } from '../wall-clock.ts'
import { countConnections } from './count-connections.ts'
import { countQueues } from './count-queues.ts'
import { databaseMetrics, type MetricName, metricList, type MetricRow } from './metric-list.ts'
import {
  type AnsweredCall,
  answeredCalls,
  counted,
  type Delay,
  delays,
  pagesBehind,
  replicableReads,
  type Work,
  works,
} from './points.ts'

/** The parts of a process to measure; null and empty if its roles do not need them. */
export interface Measured {
  readonly ctx: Context
  readonly pools: Readonly<Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>>
  readonly hub: { readonly size: number; readonly rooms: number } | null
}

/** Wall clock: shortest interval between queries, for any number of scrapes. */
const databaseEvery_ms = 5000
/** Wall clock: a scrape's timeout for the database. */
const patience_ms = 3000

const metricOfWork = {
  job_round: 'muster_job_round_duration_seconds',
  stream_pages: 'muster_stream_page_duration_seconds',
  game_request: 'muster_game_request_duration_seconds',
  scoring_step: 'muster_scoring_step_duration_seconds',
  feed_message: 'muster_feed_message_duration_seconds',
} as const satisfies Record<Work['kind'], MetricName>

const metricOfDelay = {
  ingest: 'muster_ingest_delay_seconds',
  ledger_to_board: 'muster_ledger_to_board_seconds',
  board_to_feed: 'muster_board_to_feed_seconds',
} as const satisfies Record<Delay['name'], MetricName>

const metricOfCount = {
  facts_written: 'muster_facts_written_total',
  stream_pages_read: 'muster_stream_pages_read_total',
  feed_messages: 'muster_feed_messages_total',
  feed_drops: 'muster_feed_drops_total',
  takeovers: 'muster_scorekeeper_takeovers_total',
  logins_refused: 'muster_logins_refused_total',
  logins_failed: 'muster_logins_failed_total',
  connections_refused: 'muster_database_connections_refused_total',
} as const satisfies Record<keyof typeof counted, MetricName>

const classOf = (status: number) => `${Math.floor(status / 100)}xx`

type Instruments = Awaited<ReturnType<typeof createInstruments>>

/** An instrument for each metric. The library is loaded here, so that a server without metrics does not keep it in memory. */
async function createInstruments() {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const settings = (name: MetricName) => {
    const { help, labels = [] }: MetricRow = metricList[name]
    return { name, help, labelNames: labels, registers }
  }
  const makeAll = <T>(type: MetricRow['type'], make: (name: MetricName) => T) => {
    const names = (Object.keys(metricList) as MetricName[]).filter((name) => metricList[name].type === type)
    return new Map(names.map((name) => [name, make(name)]))
  }
  const gauges = makeAll('gauge', (name) => new Gauge(settings(name)))
  const counters = makeAll('counter', (name) => new Counter(settings(name)))
  const histograms = makeAll('histogram', (name) => {
    const { buckets = [] }: MetricRow = metricList[name]
    return new Histogram({ ...settings(name), buckets: [...buckets] })
  })
  return {
    registry,
    gauges,
    histograms,
    /** A counter that is counted again from zero. */
    recount(name: MetricName) {
      const counter = counters.get(name)
      counter?.reset()
      return counter
    },
    set: (name: MetricName, value: number, labels: Record<string, string | number> = {}) => gauges.get(name)?.set(labels, value),
  }
}

/** Fills the histograms from the server's points. @returns a function that unsubscribes. */
function observePoints({ histograms }: Instruments): () => void {
  const begun = new WeakMap<Work, number>()
  const listening = {
    start: (work: Work) => void begun.set(work, performance.now()),
    asyncEnd(work: Work) {
      const began = begun.get(work)
      // It began before the subscription.
      if (began === undefined) return
      const { event_id: _, ...labels } = { event_id: 0, ...work.tags }
      histograms.get(metricOfWork[work.kind])?.observe(labels, (performance.now() - began) / 1000)
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  }
  const onDelay = (message: unknown) => {
    const { name, seconds } = message as Delay
    histograms.get(metricOfDelay[name])?.observe(seconds)
  }
  const ofCalls = histograms.get('muster_http_request_duration_seconds')
  const onAnswered = (message: unknown) => {
    const { method, route, status, ms } = message as AnsweredCall
    // Made-up methods and paths share one series.
    const labels = route === undefined ? { method: 'any', route: 'none' } : { method, route }
    ofCalls?.observe({ ...labels, status: classOf(status) }, ms / 1000)
  }
  works.subscribe(listening)
  delays.subscribe(onDelay)
  answeredCalls.subscribe(onAnswered)
  return () => {
    works.unsubscribe(listening)
    delays.unsubscribe(onDelay)
    answeredCalls.unsubscribe(onAnswered)
  }
}

function measureReplica({ recount }: Instruments): void {
  const [reads, fallbacks] = [recount('muster_replica_reads_total'), recount('muster_replica_fallbacks_total')]
  for (const database of ['replica', 'primary'] as const) reads?.inc({ database }, replicableReads[database])
  for (const [reason, calls] of replicableReads.fallbacks) fallbacks?.inc({ reason }, calls)
}

function measureProcess(instruments: Instruments, { ctx, pools, hub }: Measured): void {
  const { recount, gauges, set } = instruments
  set('muster_info', 1, { roles: ctx.config.roles.join(',') })
  for (const [name, metric] of Object.entries(metricOfCount)) recount(metric)?.inc(counted[name as keyof typeof counted])
  if (ctx.replica) measureReplica(instruments)
  const behind = gauges.get('muster_stream_pages_behind')
  behind?.reset()
  for (const [event, pages] of pagesBehind) behind?.set({ event }, pages)
  for (const { policy, rule, period_seconds, allowed, left, pause_ms } of ctx.game?.measureLimits() ?? []) {
    set('muster_game_limit_allowed', allowed, { policy, rule, period_seconds })
    set('muster_game_limit_left', left, { policy, rule, period_seconds })
    set('muster_game_limit_pause_seconds', pause_ms / 1000, { policy, rule })
  }
  set('muster_clock_ahead_seconds', measureClock() / 1000)
  set('muster_feed_sockets', hub?.size ?? 0)
  set('muster_feed_events', hub?.rooms ?? 0)
  for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    set('muster_database_connections', totalCount - idleCount, { pool, state: 'in_use' })
    set('muster_database_connections', idleCount, { pool, state: 'idle' })
    set('muster_database_waiting', waitingCount, { pool })
  }
}

async function measureDisk({ set }: Instruments, data_dir: string): Promise<void> {
  try {
    const { bavail, blocks } = await statfs(data_dir)
    set('muster_data_folder_free_ratio', blocks === 0 ? 1 : bavail / blocks)
  } catch (error) {
    // The folder is created with its first file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function askDatabase({ gauges, set }: Instruments, ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const [observed, queues, connections, unwritable] = await Promise.all([
    observe(ctx),
    countQueues(ctx.db, new Date(now)),
    countConnections(ctx.db),
    checkDatabase(ctx.db),
  ])
  for (const name of databaseMetrics) gauges.get(name)?.reset()
  const age = (at: number) => Math.max(0, now - at) / ctx.clock.speed / 1000
  const lags = judgeReadiness(observed, ctx.clock, wallNow()).roles
  for (const [role, { behind }] of Object.entries(lags))
    for (const { part, reason } of behind.filter((one) => one.reason !== 'away'))
      gauges.get('muster_behind')?.inc({ role, part, reason })
  for (const job of observed.jobs.filter(({ end_date }) => Date.parse(end_date) > now)) {
    const labels = { event: job.event_id, job_type: job.job_type }
    set('muster_job_running', job.is_running ? 1 : 0, labels)
    set('muster_job_failures', job.failures_in_a_row, labels)
    if (job.away_since !== null) set('muster_game_away_seconds', age(Date.parse(job.away_since)), labels)
    if (job.last_success_at !== null) set('muster_job_success_age_seconds', age(Date.parse(job.last_success_at)), labels)
    if (job.delay_seconds !== null) set('muster_job_delay_seconds', job.delay_seconds / ctx.clock.speed, labels)
  }
  for (const { name: task, last_success_at, last_error_at } of observed.tasks) {
    if (last_success_at !== null) set('muster_scheduled_task_success_age_seconds', age(last_success_at), { task })
    set('muster_scheduled_task_failing', (last_error_at ?? 0) > (last_success_at ?? 0) ? 1 : 0, { task })
  }
  for (const { event_id: event, at } of observed.streams) set('muster_stream_moved_age_seconds', age(at), { event })
  for (const { event_id: event, at } of observed.unscored) set('muster_unscored_seconds', age(at), { event })
  for (const [queue, length] of Object.entries({ ...queues, builds: observed.builds?.waiting ?? 0 }))
    set('muster_queue_length', length, { queue })
  for (const { limit, used, allowed } of connections) {
    set('muster_database_slots_used', used, { limit })
    set('muster_database_slots_allowed', allowed, { limit })
  }
  set('muster_database_writable', unwritable === null ? 1 : 0)
  set('muster_database_up', 1)
}

/** Starts to collect metrics. */
export async function collectMetrics(measured: Measured) {
  const { ctx } = measured
  const instruments = await createInstruments()
  const { registry, gauges, set } = instruments
  let asked: { readonly at: number; readonly done: Promise<boolean> } | null = null

  /** Queries again if the last answers are old. A scrape leaves out figures that the database does not answer in time. */
  async function measureDatabase(): Promise<void> {
    if (asked === null || performance.now() - asked.at > databaseEvery_ms) {
      const done = askDatabase(instruments, ctx).then(
        () => true,
        (error: unknown) => {
          ctx.log.warn({ err: error }, 'could not read the metrics of the database; this scrape lacks them')
          return false
        },
      )
      asked = { at: performance.now(), done }
    }
    const over = new AbortController()
    const isUp = await Promise.race([asked.done, waitReal(patience_ms, over.signal).then(() => false)])
    over.abort()
    if (isUp) return
    for (const name of databaseMetrics) gauges.get(name)?.reset()
    set('muster_database_up', 0)
  }

  return {
    content_type: registry.contentType as string,
    /** The metrics in Prometheus's text format. */
    async scrape() {
      await Promise.all([measureDatabase(), measureDisk(instruments, ctx.config.data_dir)])
      measureProcess(instruments, measured)
      return registry.metrics()
    },
    /** Unsubscribes. */
    close: observePoints(instruments),
  }
}
export type Metrics = Awaited<ReturnType<typeof collectMetrics>>
