/**
 * The most frequent reads of a full event against a constant buffer of the same size from the same server: objectives, latest
 * scores and ladder, complete and not modified. The load comes from a second process; both sides of a ratio are measured
 * alternately in one run.
 */
import type { AddressInfo } from 'node:net'
import { createApp } from '@muster/server/http/app'
import { openBench } from './bench-context.ts'
import { fillEvent, players, teams, objectives } from './full-event.ts'
import { startLoad } from './http-reads.ts'
import type { BenchResult } from './result.ts'

const connections = 16
/** Many short turns, so that other load on the machine affects both sides of a ratio equally. */
const rounds = 60
const answersOfRound = 400
const warmUp = 5

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** An encoded answer. */
interface Answer {
  readonly etag: string
  readonly encoding: string
  readonly body: Buffer
}

export async function run(): Promise<BenchResult[]> {
  const { ctx, close } = await openBench({ log: 'info' })
  const load = startLoad()
  try {
    const event_id = await fillEvent(ctx.db)
    const constants = new Map<string, Answer>()
    const app = await createApp(ctx, {
      rate_limits: { reads: 1e9, pages: 1e9 },
      more: (server) =>
        server.get('/constant/:name', (request, reply) => {
          const { name } = request.params as { name: string }
          const { etag, encoding, body } = constants.get(name) ?? { etag: '', encoding: 'identity', body: Buffer.alloc(0) }
          void reply.header('etag', etag)
          if (request.headers['if-none-match'] === etag) return reply.code(304).send()
          return reply.header('content-encoding', encoding).type('application/json; charset=utf-8').send(body)
        }),
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo

    /** Answers per second, and the processor time of this process per answer. */
    async function measure(path: string, headers: readonly string[]) {
      const request = `GET ${path} HTTP/1.1\r\n${['host: bench', 'accept-encoding: br', ...headers].join('\r\n')}\r\n\r\n`
      const cpu = process.cpuUsage()
      const { answers, elapsed_ms, status } = await load.run({ port, requests: [request], connections, answers: answersOfRound })
      const { user, system } = process.cpuUsage(cpu)
      return { per_second: (answers / elapsed_ms) * 1000, cpu_us: (user + system) / answers, status }
    }

    async function compare(ours: string, constant: string, headers: readonly string[], status: number) {
      const turns = []
      for (let round = 1; round <= warmUp + rounds; round++) {
        const [one, other] = [await measure(ours, headers), await measure(constant, headers)]
        if (one.status !== status || other.status !== status)
          throw new Error(`${ours} answers ${one.status}, ${constant} ${other.status}`)
        // The first turns are warm-up.
        if (round > warmUp) turns.push({ one, other })
      }
      return {
        ratio: median(turns.map(({ one, other }) => one.per_second / other.per_second)),
        cpu: median(turns.map(({ one, other }) => other.cpu_us / one.cpu_us)),
        per_second: median(turns.map(({ one }) => one.per_second)),
      }
    }

    const results: BenchResult[] = []
    for (const [name, path] of [
      ['objectives', 'objectives'],
      ['latest scores', 'scores/latest'],
      ['ladder', 'ladder'],
    ] as const) {
      const address = `/api/events/${event_id}/${path}`
      const answer = await app.inject({ method: 'GET', url: address, headers: { 'accept-encoding': 'br' } })
      const etag = String(answer.headers.etag)
      constants.set(path.replace('/', '-'), {
        etag,
        encoding: String(answer.headers['content-encoding']),
        body: answer.rawPayload,
      })
      const constant = `/constant/${path.replace('/', '-')}`
      const note = (per_second: number, cpu: number) =>
        `${answer.rawPayload.length} bytes br, ${Math.round(per_second)}/s; by processor time ${cpu.toPrecision(3)}`
      const whole = await compare(address, constant, [], 200)
      results.push({
        name: `${name} against a constant`,
        value: whole.ratio,
        unit: '×',
        note: `${note(whole.per_second, whole.cpu)}; goal 0.8`,
      })
      const held = await compare(address, constant, [`if-none-match: ${etag}`], 304)
      results.push({
        name: `${name}, not modified, against a constant 304`,
        value: held.ratio,
        unit: '×',
        note: `${Math.round(held.per_second)}/s; by processor time ${held.cpu.toPrecision(3)}; goal 0.9`,
      })
    }
    await app.close()
    process.stdout.write(`${objectives} objectives, ${teams} teams, ${players} players, ${connections} connections\n`)
    return results
  } finally {
    await load.stop()
    await close()
  }
}
