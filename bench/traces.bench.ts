/**
 * Cost of traces for a server under read load: without measuring points, with traces switched off, and with all or a tenth of the
 * traces sent to a collector. Each server is a separate process on the same database; they are read alternately from another
 * process.
 */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@muster/server/testing/free-port'
import { openBench } from './bench-context.ts'
import { startServer } from './crowd/programs.ts'
import { fillEvent } from './full-event.ts'
import { makePageReads, makeReads, startLoad } from './http-reads.ts'
import type { BenchResult } from './result.ts'
import { settingsOf } from './serve-pages.ts'

const connections = 8
/** Many short turns, so that other load on the machine affects all servers equally. */
const rounds = 80
const warmUp = 8
const answersOfTurn = 1000
/** Enough to stay below the read limit of each address. */
const addresses = 200

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

interface Collector {
  readonly url: string
  /** Number of spans received. */
  count(): number
  close(): void
}

/** Accepts everything, and only counts the spans. */
async function startCollector(): Promise<Collector> {
  const end = Buffer.from('"endTimeUnixNano"')
  let spans = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      for (let at = body.indexOf(end); at >= 0; at = body.indexOf(end, at + end.length)) spans++
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, count: () => spans, close: () => server.close() }
}

/** Processor time of all threads of a process, ms. */
const readProcessor = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    0,
  ) / 1e6

interface Kind {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  readonly tells: boolean
}
/** The first is the reference for the others. */
const kinds: readonly Kind[] = [
  { name: 'without measuring points', env: { NODE_OPTIONS: '--import ./bench/silent-points.ts' }, tells: false },
  { name: 'switched off', env: {}, tells: false },
  { name: 'a tenth sent', env: { OTEL_TRACES_SAMPLER_ARG: '0.1' }, tells: true },
  { name: 'all sent', env: {}, tells: true },
]

interface Turn {
  readonly per_second: number
  readonly cpu_us: number
}

export async function run(): Promise<BenchResult[]> {
  const { ctx, database_url, close } = await openBench()
  const data_dir = mkdtempSync(join(tmpdir(), 'muster-traces-'))
  const [load, results]: [ReturnType<typeof startLoad>, BenchResult[]] = [startLoad(), []]
  const servers: { kind: Kind; port: number; pid: number; collector: Collector; stop(): Promise<void> }[] = []
  try {
    const event_id = await fillEvent(ctx.db)
    const user = await ctx.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
    for (const kind of kinds) {
      const [port, collector] = [await findFreePort(), await startCollector()]
      const { pid, stop } = await startServer('server/src/main.ts', [], {
        ...settingsOf(database_url, data_dir, port),
        ROLES: 'http',
        ...(kind.tells && { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
        ...kind.env,
      })
      servers.push({ kind, port, pid, collector, stop })
    }

    async function compare(what: string, requests: readonly string[]): Promise<void> {
      const turns = servers.map((): Turn[] => [])
      const before = servers.map(({ collector }) => collector.count())
      for (let round = 1; round <= warmUp + rounds; round++)
        for (let turn = 0; turn < servers.length; turn++) {
          const place = (turn + round) % servers.length
          // Each server is first equally often, because the order affects the caches of the machine.
          const { port, pid } = servers[place] ?? { port: 0, pid: 0 }
          const began = readProcessor(pid)
          const { answers, elapsed_ms, status, others } = await load.run({ port, requests, connections, answers: answersOfTurn })
          if (status !== 200 || others > 0) throw new Error(`${what}: answered ${status}, ${others} otherwise`)
          const cpu_us = ((readProcessor(pid) - began) * 1000) / answers
          // The first turns are warm-up.
          if (round > warmUp) turns[place]?.push({ per_second: (answers / elapsed_ms) * 1000, cpu_us })
        }
      for (const [place, { kind, collector }] of servers.entries()) {
        const own = turns[place] ?? []
        const ratio = (figure: keyof Turn) =>
          median(own.map((turn, at) => turn[figure] / (turns[0]?.[at]?.[figure] ?? Number.NaN)))
        const spans = (collector.count() - (before[place] ?? 0)) / (answersOfTurn * (warmUp + rounds))
        const note = `${Math.round(median(own.map(({ per_second }) => per_second)))}/s and ${Math.round(median(own.map(({ cpu_us }) => cpu_us)))} us each`
        const told = kind.tells ? `; ${spans.toFixed(2)} spans received per read` : ''
        if (place === 0) {
          results.push({
            name: `${what}, server ${kind.name}`,
            value: median(own.map(({ cpu_us }) => cpu_us)),
            unit: 'us',
            note,
          })
          continue
        }
        results.push(
          {
            name: `${what}, traces ${kind.name}: processor time relative to no measuring points`,
            value: ratio('cpu_us'),
            unit: 'x',
            note: `${note}${told}${kind.name === 'switched off' ? '; goal: 1' : ''}`,
          },
          {
            name: `${what}, traces ${kind.name}: reads a second relative to no measuring points`,
            value: ratio('per_second'),
            unit: 'x',
          },
        )
      }
    }
    await compare('frequent page reads', makePageReads(event_id, addresses))
    await compare('a read of the database', makeReads([`users/${user.id}`], addresses))
    return results
  } finally {
    for (const { stop, collector } of servers) {
      await stop()
      collector.close()
    }
    await load.stop()
    await close()
    rmSync(data_dir, { recursive: true, force: true })
  }
}
