/**
 * Load that a read replica takes off the primary: the reads of a page of a full event, in parallel and without caches,
 * alternately with and without a replica. Measures processor time of the primary's processes, so both servers may share a
 * machine.
 */
import { readFileSync } from 'node:fs'
import type { EventId } from '@muster/contract/ids'
import type { Context } from '@muster/server/context'
import { connectDatabase } from '@muster/server/db/connect'
import { openReplica } from '@muster/server/db/replica'
import { createApp } from '@muster/server/http/app'
import { replicableReads } from '@muster/server/telemetry/points'
import {
  type ExternalPostgres,
  findEmbedded,
  startExternalPostgres,
  startStandby,
} from '@muster/server/testing/external-postgres'
import { openBench } from './bench-context.ts'
import { fillEvent } from './full-event.ts'
import type { BenchResult } from './result.ts'

const rounds = 6
/** Enough for a processor clock with a resolution of 10 ms. */
const pagesOfRound = 60
const ticks_ms = 10

/** Processor time of all current and past processes of the server since its start. */
function readCpu_ms(server: ExternalPostgres): number {
  const ticks = server.pids().map((pid) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return [11, 12, 13, 14].reduce((sum, place) => sum + (fields[place] ?? 0), 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * ticks_ms
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const pageOf = (event_id: EventId) =>
  ['', '/objectives', '/teams', '/scoring-presets', '/ladder', '/characters', '/users', '/submissions', '/announcements'].map(
    (path) => `/api/events/${event_id}${path}`,
  )

async function startApp(ctx: Context) {
  const app = await createApp(ctx, { freshness: 0, rate_limits: { reads: 1e9 } })
  async function read(paths: readonly string[], times: number) {
    const began = performance.now()
    for (let time = 0; time < times; time++) {
      const answers = await Promise.all(paths.map((url) => app.inject({ method: 'GET', url })))
      const bad = answers.find(({ statusCode }) => statusCode !== 200)
      if (bad) throw new Error(`a read failed with ${bad.statusCode}: ${bad.body}`)
    }
    return (times / (performance.now() - began)) * 1000
  }
  return { read, close: () => app.close() }
}

export async function run(): Promise<BenchResult[]> {
  const programs = findEmbedded()
  const primary = await startExternalPostgres(programs, ['shared_buffers=512MB'])
  const { ctx, close } = await openBench({ database_url: primary.url })
  const event_id = await fillEvent(ctx.db)
  const standby = await startStandby(programs, primary)
  const visitors = connectDatabase(primary.url, { max_connections: 16 })
  const { promise: isUsed, resolve: used } = Promise.withResolvers<void>()
  const replica = openReplica(standby.url, { primary: visitors.pool, onUsed: used, onLost() {}, onFailed() {} })
  await isUsed
  const [alone, together] = [await startApp({ ...ctx, db: visitors.db }), await startApp({ ...ctx, db: visitors.db, replica })]
  try {
    async function measure(app: typeof alone, paths: readonly string[], times: number) {
      const before = readCpu_ms(primary)
      const per_second = await app.read(paths, times)
      return { per_second, cpu_ms: (readCpu_ms(primary) - before) / times }
    }
    async function compare(name: string, paths: readonly string[], times: number): Promise<BenchResult[]> {
      for (const app of [alone, together]) await app.read(paths, 20)
      const turns = []
      const before = { ...replicableReads }
      for (let round = 0; round < rounds; round++) {
        turns.push({ without: await measure(alone, paths, times), with: await measure(together, paths, times) })
      }
      const reads = { replica: replicableReads.replica - before.replica, primary: replicableReads.primary - before.primary }
      const share = Math.round((100 * reads.replica) / (reads.replica + reads.primary))
      const [without, having] = [median(turns.map((turn) => turn.without.cpu_ms)), median(turns.map((turn) => turn.with.cpu_ms))]
      return [
        {
          name: `${name}: processor time of the primary with a replica`,
          value: having / without,
          unit: '×',
          note: `${having.toFixed(2)} ms instead of ${without.toFixed(2)}; the replica answered ${share} % of its reads`,
        },
        {
          name: `${name}: reads a second with a replica`,
          value: median(turns.map((turn) => turn.with.per_second / turn.without.per_second)),
          unit: '×',
          note: `one at a time, ${Math.round(median(turns.map((turn) => turn.without.per_second)))}/s without; both servers on one machine`,
        },
      ]
    }
    const page = pageOf(event_id)
    return [
      ...(await compare(`${page.length} reads of a page in parallel`, page, pagesOfRound)),
      ...(await compare('the smallest single read', page.slice(0, 1), pagesOfRound * 5)),
    ]
  } finally {
    await Promise.all([alone.close(), together.close()])
    await replica.close()
    await visitors.close()
    await close()
    await standby.stop()
    await primary.stop()
  }
}
