/**
 * Memory of a server with all roles: idle after its start, with a full event, and after a minute of reads. Runs in a separate
 * process with the settings of the systemd unit; PostgreSQL is not included.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventId } from '@muster/contract/ids'
import { findFreePort } from '@muster/server/testing/free-port'
import { fillLedger, varyAggregations } from '@muster/server/testing/full-ledger'
import { readUnitSettings } from '../tools/production-settings.ts'
import { openBench } from './bench-context.ts'
import { startServer } from './crowd/programs.ts'
import { fillEvent } from './full-event.ts'
import type { LoadCount } from './http-load.ts'
import { makePageReads, pagePaths, startLoad } from './http-reads.ts'
import { type ProcessMemory, readProcessMemory } from './process-memory.ts'
import type { BenchResult } from './result.ts'
import { settingsOf } from './serve-pages.ts'

const size = { teams: 10, players: 500, categories: 20, objectives: 300 }
const facts = 100_000
const reads_per_second = 10_000
const seconds = 60
const connections = 8
/** Below the read limit of one address per minute. */
const readsOfAddress = 2500
/** Time for one-off work after a start to finish, and for its memory to be collected. */
const settles_ms = 15_000

interface Server {
  readonly port: number
  measure(): Promise<ProcessMemory>
  stop(): Promise<void>
}

async function startWhole(database_url: string, data_dir: string): Promise<Server> {
  const [port, metrics_port, nobody] = await Promise.all([findFreePort(), findFreePort(), findFreePort()])
  const server = await startServer('tools/serve.ts', [], {
    NODE_ENV: 'production',
    ...readUnitSettings(),
    NODE_COMPILE_CACHE: join(data_dir, 'compiled'),
    ...settingsOf(database_url, data_dir, port),
    METRICS_PORT: String(metrics_port),
    // A bench calls no external service.
    POE_WEB_URL: `http://127.0.0.1:${nobody}`,
    POE_API_URL: `http://127.0.0.1:${nobody}`,
  })
  return { port, measure: () => readProcessMemory(server.pid, metrics_port), stop: () => server.stop() }
}

async function read(port: number, event_id: EventId): Promise<LoadCount> {
  const load = startLoad()
  const answers = reads_per_second * seconds
  const count = await load.run({
    port,
    requests: makePageReads(event_id, Math.ceil(answers / readsOfAddress)),
    connections,
    answers,
    per_second: reads_per_second,
    at_most_ms: seconds * 1000,
  })
  await load.stop()
  return count
}

function describe(name: string, memory: ProcessMemory, more: string): BenchResult {
  const of = (value: number) => Math.round(value)
  const heap = `heap ${of(memory.heap)}, including ${of(memory.heap_used)} in use and ${of(memory.heap_new)} for new objects`
  return {
    name,
    value: memory.resident,
    unit: 'MB',
    note: `resident; ${heap}; program files ${of(memory.files)}; buffers ${of(memory.external)}; ${more}`,
  }
}

export async function run(): Promise<BenchResult[]> {
  const { ctx, database_url, close } = await openBench()
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-memory-'))
  const results: BenchResult[] = []
  try {
    for (const [start, more] of [
      ['first start', 'nothing compiled before'],
      ['start', 'goal 150'],
    ] as const) {
      const empty = await startWhole(database_url, data_dir)
      await sleep(settles_ms)
      results.push(describe(`idle after the ${start}`, await empty.measure(), more))
      await empty.stop()
    }

    const day_ms = 86_400_000
    const event_id = await fillEvent(ctx.db, size, {
      is_current: true,
      event_start_time: new Date(Date.now() - 2 * day_ms),
      event_end_time: new Date(Date.now() + day_ms),
    })
    await varyAggregations(ctx.db, event_id)
    await fillLedger(ctx.db, event_id, facts)
    const server = await startWhole(database_url, data_dir)
    const isScored = async () => {
      const { newest } = await ctx.db
        .selectFrom('facts')
        .where('event_id', '=', event_id)
        .select(({ fn }) => fn.max('sequence').as('newest'))
        .executeTakeFirstOrThrow()
      const cursor = await ctx.db
        .selectFrom('score_cursors')
        .where('event_id', '=', event_id)
        .select('ledger_sequence')
        .executeTakeFirst()
      return cursor !== undefined && cursor.ledger_sequence >= newest
    }
    while (!(await isScored())) await sleep(200)
    await sleep(settles_ms)
    const full = `${size.teams} teams, ${size.players} players, ${size.objectives} objectives, ${facts.toLocaleString('en')} facts`
    results.push(describe('with a full event, scored', await server.measure(), full))
    const { answers, elapsed_ms, others } = await read(server.port, event_id)
    if (others > 0) throw new Error(`${others} of ${answers} reads had another status than the first`)
    const after = await server.measure()
    const rate = Math.round((answers / elapsed_ms) * 1000).toLocaleString('en')
    results.push(
      describe('after a minute of reads', after, `reached ${rate} reads a second, of ${pagePaths.length} addresses; goal 250`),
    )
    await server.stop()
    return results
  } finally {
    await close()
    rmSync(data_dir, { recursive: true, force: true })
  }
}
