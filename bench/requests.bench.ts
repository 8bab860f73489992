/**
 * The worst single request of each call: the parts of a valid request are grown one by one to the limit that the server reads
 * (`e2e/api/fuzz/grow.ts`), as a visitor, a player and an organiser. Measures processor time of all the server's threads. Also
 * measures the reads of an event of maximum size. Prints a line for each call. CALLS=a,b and CALLERS=visitor select calls and
 * callers; the reads of a large event and the known attacks are always measured.
 */
import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import type { Context } from '@muster/server/context'
import { issueToken } from '@muster/server/features/login/token'
import type { Document, Operation as DocumentOperation } from '../e2e/api/fuzz/calls.ts'
import { type GoodRequest, type GrownRequest, growRequests, writeRequest } from '../e2e/api/fuzz/grow.ts'
import type { Operation } from '../e2e/api/operation.ts'
import { operations } from '../e2e/api/operations.ts'
import { type Scene, setScene } from '../e2e/api/scene.ts'
import { openBench } from './bench-context.ts'
import { fillEvent } from './full-event.ts'
import {
  batch,
  large,
  measure,
  measureBatch,
  measureOnce,
  nothing,
  repetitions,
  send,
  type Server,
  startServer,
  unremarkable_ms,
  type Worst,
} from './requests/measure.ts'
import type { BenchResult } from './result.ts'

const everyCaller = ['visitor', 'player', 'organiser'] as const
type Caller = (typeof everyCaller)[number]
const callers = everyCaller.filter((caller) => process.env['CALLERS']?.split(',').includes(caller) ?? true)
/** Milliseconds of processor time. */
const bounds: Readonly<Record<Caller, number>> = { visitor: 20, player: 1000, organiser: 1000 }
const roles = new Set(['admin', 'manager', 'objective_designer', 'submission_judge'])
/** Servers measured in parallel, each with other calls. */
const lanes = 4
const usualBody_bytes = 1024 * 1024

/** A valid request of a call in a scene. */
const requestOf = ({ method, path, at, query, body }: Operation, scene: Scene): GoodRequest => ({
  method,
  path: `/api${path}`,
  place: at(scene),
  query: query(scene),
  body: body?.(scene),
})

/** The person who makes the call for this kind of caller; the call's usual person if they are of that kind. */
const personOf = ({ by }: Operation, caller: Caller): keyof Scene['people'] | null => {
  if (caller === 'visitor') return null
  const isOrganiser = by !== null && roles.has(by)
  if (caller === 'organiser') return isOrganiser ? by : 'admin'
  return by === null || isOrganiser ? 'player' : by
}

/** Addresses outside the calls. */
const pages: readonly GoodRequest[] = [
  '/',
  '/scores',
  '/missing.js',
  '/api/nothing',
  '/api/docs',
  '/api/openapi.json',
  '/api/clock/',
].map((path) => ({ method: 'GET', path, place: {}, query: {}, body: undefined }))

/**
 * Single requests that once blocked a server, for up to minutes (docs/decisions/0075). Limit in milliseconds of processor time.
 */
const attackBound = 50
const attacksOn = ({ event_id, team_id }: Scene): readonly GrownRequest[] => {
  const get = { method: 'GET', headers: {}, content: undefined }
  return [
    { ...get, words: 'question marks before `code` in an address', url: `/?${'?'.repeat(7500)}${'code'.repeat(1875)}` },
    { ...get, words: 'repeated starts of a login token in an address', url: `/${'eyJ'.repeat(5000)}` },
    { ...get, words: 'slashes before another character in an address', url: `${'/'.repeat(15_000)}a` },
    {
      words: 'a logo of 80 kB of equals signs',
      method: 'PUT',
      url: `/api/events/${event_id}/teams/${team_id}/logo`,
      headers: {},
      content: JSON.stringify({ picture: `${'='.repeat(80_000)}a` }),
    },
  ]
}

/** The worst requests found so far, by call and caller. */
class WorstRequests {
  private readonly ctx: Context
  private readonly document: Document
  private readonly table = new Map<string, Partial<Record<Caller, Worst>>>()
  private readonly failures: string[] = []
  private requests = 0

  constructor(ctx: Context, document: Document) {
    this.ctx = ctx
    this.document = document
  }

  async measureCall(server: Server, operation: Operation): Promise<void> {
    const { ctx, document } = this
    const declared: Endpoint = endpoints[operation.name as keyof typeof endpoints]
    for (const caller of callers) {
      const scene = await addScene(ctx)
      const person = personOf(operation, caller)
      const token = person === null ? null : await issueToken(ctx.config, scene.people[person])
      const status = await send(server, writeRequest(requestOf(operation, scene)), token)
      const is_refused = status === 401 || status === 403
      // A successful delete has removed its object, so the next delete needs a new scene.
      const again = operation.method === 'DELETE' && !is_refused ? await addScene(ctx) : scene
      const grown = growRequests(requestOf(operation, again), {
        document,
        operation: findOperation(document, operation.name),
        largest_body_bytes: declared.largest_body_bytes ?? usualBody_bytes,
        is_refused,
        grows_head: caller !== 'player',
      })
      await this.measureAll(server, operation.name, caller, grown, token)
    }
  }

  async measurePages(server: Server): Promise<void> {
    const grows = { operation: undefined, largest_body_bytes: 0, is_refused: false, grows_head: true }
    for (const page of callers.includes('visitor') ? pages : []) {
      const grown = growRequests(page, { document: this.document, ...grows })
      await this.measureAll(server, `page ${page.path}`, 'visitor', grown, null)
    }
  }

  /** Reads of a full event, each without a cache, because a write comes before it. */
  async measureFullEvent(server: Server): Promise<void> {
    const { ctx } = this
    const event_id = await fillEvent(ctx.db)
    const scene = await addScene(ctx)
    const tokens = {
      visitor: null,
      player: await issueToken(ctx.config, scene.people.player),
      organiser: await issueToken(ctx.config, scene.people.admin),
    }
    const reads = operations.filter(
      ({ method, status, path, name }) =>
        method === 'GET' && status === 200 && /^[^{]*\{event_?[iI]d\}[^{]*$/.test(path) && name !== 'getEventArchive',
    )
    for (const operation of reads) {
      const good = { ...requestOf(operation, scene), place: { event_id, eventId: event_id } }
      const request = { ...writeRequest(good), words: 'a full event' }
      for (const caller of callers) {
        let least = { ...nothing, ms: Infinity }
        for (let left = repetitions; left > 0; left--) {
          await send(server, expiring, null)
          const found = await measureOnce(server, request, tokens[caller])
          if (found.ms < least.ms) least = found
        }
        this.requests++
        this.note(operation.name, caller, least)
      }
    }
  }

  report(): BenchResult[] {
    const most = (row: Partial<Record<Caller, Worst>>) => Math.max(...callers.map((caller) => row[caller]?.ms ?? 0))
    for (const [name, row] of [...this.table].toSorted(([, a], [, b]) => most(b) - most(a)))
      process.stdout.write(`${name}: ${callers.map((caller) => `${caller} ${writeWorst(row[caller])}`).join('; ')}\n`)
    for (const failure of this.failures) process.stdout.write(`FAILED ${failure}\n`)
    const worstOf = (caller: Caller): BenchResult => {
      const rows = [...this.table]
        .map(([name, row]) => ({ name, worst: row[caller] ?? nothing }))
        .toSorted((a, b) => b.worst.ms - a.worst.ms)
      const over = rows.filter(({ worst }) => worst.ms > bounds[caller]).length
      const next = rows.slice(0, 4).map(({ name, worst }) => `${name} ${worst.ms.toFixed(1)} ms (${worst.words})`)
      return {
        part: 'worst',
        name: `worst request of ${caller === 'organiser' ? 'an' : 'a'} ${caller}`,
        value: rows[0]?.worst.ms ?? 0,
        unit: 'ms',
        at_most: bounds[caller],
        note: `bound ${bounds[caller]} ms, ${over} calls above it; ${next.join(', ')}`,
      }
    }
    return [
      ...callers.map(worstOf),
      {
        part: 'worst',
        name: 'requests with a server error',
        value: this.failures.length,
        unit: '',
        at_most: 0,
        note: `of ${this.requests}, for ${this.table.size} calls and pages`,
      },
    ]
  }

  private async measureAll(
    server: Server,
    name: string,
    caller: Caller,
    all: Iterable<GrownRequest>,
    token: string | null,
  ): Promise<void> {
    let worst = nothing
    const measureTogether = async (some: readonly GrownRequest[]): Promise<void> => {
      const { ms, statuses } = await measureBatch(server, some, token)
      for (const [place, status] of statuses.entries())
        if (status >= 500 && status !== 502) this.failures.push(`${name}, ${caller}, ${some[place]?.words}: ${status}`)
      // A single request cannot have cost more than the whole batch.
      if (ms <= Math.max(worst.ms, unremarkable_ms) && worst !== nothing) return
      for (const request of some) worst = await measure(server, request, token, worst)
    }
    let small: GrownRequest[] = []
    for (const request of all) {
      this.requests++
      if ((request.content?.length ?? 0) > large) await measureTogether([request])
      else small.push(request)
      if (small.length < batch) continue
      await measureTogether(small)
      small = []
    }
    if (small.length > 0) await measureTogether(small)
    this.note(name, caller, worst)
    process.stderr.write(`  ${name}, ${caller}: ${writeWorst(worst)}\n`)
  }

  private note(name: string, caller: Caller, found: Worst): void {
    const row = this.table.get(name) ?? {}
    this.table.set(name, row)
    if (found.ms > (row[caller]?.ms ?? 0)) row[caller] = found
  }
}

const addScene = ({ db }: Context): Promise<Scene> => setScene({ db, bot_secret: 'an unused secret of the chat bot' })

async function measureAttacks(ctx: Context, server: Server): Promise<BenchResult[]> {
  const scene = await addScene(ctx)
  const token = await issueToken(ctx.config, scene.people.admin)
  const results: BenchResult[] = []
  for (const request of attacksOn(scene)) {
    const { ms, status } = await measure(server, request, token, nothing)
    const note = `bound ${attackBound} ms of processor time; answered ${status}`
    results.push({ part: 'attacks', name: request.words, value: ms, unit: 'ms', at_most: attackBound, note })
  }
  return results
}

export async function run(): Promise<BenchResult[]> {
  const { ctx, database_url, close } = await openBench()
  const servers = await Promise.all(Array.from({ length: lanes }, () => startServer(database_url)))
  try {
    const [server] = servers
    if (!server) throw new Error('no server was started')
    const document = (await (await fetch(`http://127.0.0.1:${server.port}/api/openapi.json`)).json()) as Document
    const worst = new WorstRequests(ctx, document)
    const wanted = process.env['CALLS']?.split(',')
    const waiting = operations.filter(({ name }) => !wanted || wanted.includes(name))
    await Promise.all(
      servers.map(async (one) => {
        await warmUp(one)
        for (let next = waiting.shift(); next; next = waiting.shift()) await worst.measureCall(one, next)
      }),
    )
    await worst.measurePages(server)
    await worst.measureFullEvent(server)
    const attacks = await measureAttacks(ctx, server)
    return [...worst.report(), ...attacks]
  } finally {
    for (const { child, agent } of servers) {
      child.kill('SIGTERM')
      agent.destroy()
    }
    await close()
  }
}

/** A refused write, which invalidates all caches. */
const expiring: GrownRequest = {
  words: '',
  method: 'POST',
  url: '/api/oauth2/poe/callback',
  headers: {},
  content: JSON.stringify({ redirect_url: 'x', code: 'x', state: 'x' }),
}

/** Sends requests until the common code is compiled. */
async function warmUp(server: Server): Promise<void> {
  for (let left = 300; left > 0; left--)
    await send(server, { ...expiring, method: 'GET', url: '/api/clock', content: undefined }, null)
  for (let left = 100; left > 0; left--) await send(server, expiring, null)
}

const findOperation = ({ paths }: Document, name: string): DocumentOperation | undefined =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === name)

const writeWorst = (worst: Worst | undefined) => (worst ? `${worst.ms.toFixed(1)} ms (${worst.words}, ${worst.status})` : 'none')
