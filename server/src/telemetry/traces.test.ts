import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Secret } from '../config.ts'
import { anObjective, aPreset, aUser, insertRows } from '../testing/builders.ts'
import { recordDefinition } from '../db/definition.ts'
import { evaluateStashChanges } from '../jobs/evaluate-stash-changes.ts'
import { fetchStashChanges } from '../jobs/fetch-stash-changes.ts'
import { createLogger } from '../log.ts'
import { openScorekeeper } from '../scoring/scorekeeper.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { startTestServer } from '../testing/server.ts'
import { timeWork } from './points.ts'
import { idsOfMark, nameStatement, startTraces } from './traces.ts'

// Our own collector, which receives real export requests.

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: { key: string; value: Record<string, unknown> }[]
  readonly links?: { traceId: string; spanId: string }[]
  readonly status?: { code?: number }
}
interface Export {
  readonly resourceSpans: { readonly scopeSpans: { readonly spans: SentSpan[] }[] }[]
}

let collector: Server
let endpoint: string
const bodies: string[] = []
const authorizations = new Set<string | undefined>()
const logged: string[] = []
const log = createLogger('info', { write: (line: string) => void logged.push(line) })
beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString())
      authorizations.add(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
})
afterAll(() => {
  collector.closeAllConnections()
  collector.close()
})

const installation = { public_url: 'https://muster.test', roles: ['http' as const] }
const start = (url = endpoint) =>
  startTraces(
    { endpoint: url, headers: [['authorization', new Secret('Bearer of-the-collector')]], service_name: 'muster-test', share: 1 },
    installation,
    log,
  )

const spansOf = () =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
const attributesOf = (span: SentSpan | undefined) =>
  Object.fromEntries(span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])

it('a page of the stream is traced from the game to the board, without personal data', async () => {
  bodies.length = 0
  const world = await startSimulatedEvent({ hours: 2 })
  const { ctx, event_id } = world
  const { id: root } = await anObjective(ctx.db, event_id, {
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
  })
  const points = await aPreset(ctx.db, event_id, { points: [10], scoring_method: 'RANKED_VALUE' })
  const { id: objective_id } = await anObjective(ctx.db, event_id, {
    parent_id: root,
    scoring_preset_id: points,
    aggregation: 'SUM_LATEST',
  })
  await insertRows(ctx.db, 'conditions', { objective_id, field: 'ILVL', operator: 'GT', value: '-1' })
  await ctx.db.transact((tx) =>
    recordDefinition(tx, event_id, { timestamp: new Date(ctx.clock.now()), author_id: null, reason: 'a test' }),
  )
  await world.run(fetchStashChanges, 1, ctx)
  world.simulator.step(40 * 60_000)

  const traces = await start()
  const round = (job_type: string, run: () => Promise<unknown>) =>
    timeWork('job_round', { job_type, event_id, outcome: 'ok' }, run)
  await round('FetchStashChanges', () => world.run(fetchStashChanges, 6, ctx))
  await round('EvaluateStashChanges', () => world.run(evaluateStashChanges, 3, ctx))
  const keeper = await openScorekeeper({ ...ctx }, event_id)
  world.simulator.step(40 * 60_000)
  await round('FetchStashChanges', () => world.run(fetchStashChanges, 6, ctx))
  await round('EvaluateStashChanges', () => world.run(evaluateStashChanges, 3, ctx))
  await timeWork('scoring_step', { event_id }, () => keeper.step())
  await traces.close()
  const last = await ctx.db.selectFrom('facts').select('sequence').orderBy('sequence', 'desc').executeTakeFirstOrThrow()
  const people = await ctx.db.selectFrom('accounts').select(['account_id', 'name']).execute()
  await world.close()

  const spans = spansOf()
  const fetching = spans.filter(({ name }) => name === 'job_round FetchStashChanges')
  const page = spans.find(({ name }) => name === 'stream_pages')
  const asked = spans.filter(({ name }) => name.startsWith('game_request '))
  const stored = spans.find(({ name, parentSpanId }) => /^(insert|with) \w+/.test(name) && parentSpanId === page?.spanId)
  expect(fetching.map(({ spanId }) => spanId)).toContain(page?.parentSpanId)
  const parents = asked.map(({ parentSpanId }) => parentSpanId)
  expect(parents).toEqual(expect.arrayContaining([fetching[0]?.spanId]))
  expect(asked.map((span) => attributesOf(span)['muster.outcome'])).toContain('ok')
  expect(stored).toBeDefined()
  // From the round that wrote facts to the step that read them, by the number of the last fact.
  const written = spans.find(
    ({ name, spanId }) =>
      name === 'ledger written' &&
      spanId === idsOfMark({ of: 'ledger', event_id, number: last.sequence }, installation.public_url).spanId,
  )
  const evaluated = spans.find(({ spanId }) => spanId === written?.links?.[0]?.spanId)
  const rounds = spans.filter(({ name }) => name === 'job_round EvaluateStashChanges').map(({ traceId }) => traceId)
  expect(rounds).toContain(evaluated?.traceId)
  const step = spans.find(({ name }) => name === 'scoring_step')
  expect(step?.parentSpanId ?? '').toBe('')
  expect(step?.links).toContainEqual(expect.objectContaining({ traceId: written?.traceId, spanId: written?.spanId }))
  expect(spans.filter(({ name }) => name === 'scores written')).not.toEqual([])

  const bytes = bodies.join('').toLowerCase()
  expect(people.length).toBeGreaterThan(3)
  for (const { account_id, name } of people) {
    expect(bytes).not.toContain(account_id.toLowerCase())
    expect(bytes).not.toContain(name.toLowerCase())
  }
  expect([...authorizations]).toEqual(['Bearer of-the-collector'])
})

it('a call is named by its route, with its statements below it, and without its caller and parameters', async () => {
  bodies.length = 0
  const server = await startTestServer()
  const admin = await aUser(server.db, { display_name: 'Wilhelmina', permissions: ['admin'] })
  const traces = await start()
  const headers = await server.as(admin)
  await server.get('/users?search=somebodys-name', headers)
  await server.get('/users/4711', headers)
  await server.app.inject({ method: 'GET', url: '/api/made-up/somebodys-name' })
  await traces.close()
  await server.close()
  const spans = spansOf()
  const call = spans.find(({ name }) => name === 'GET /api/users')
  expect(attributesOf(call)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/users',
    'http.response.status_code': 200,
  })
  const below = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(below.map(({ name }) => name)).toContain('select users')
  expect(below.every(({ traceId }) => traceId === call?.traceId)).toBe(true)
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['GET /api/users/:user_id', 'unknown address']))
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].sort()).toEqual(['db.system.name', 'http.request.method', 'http.response.status_code', 'http.route'])
  const bytes = bodies.join('')
  for (const personal of ['somebodys-name', '4711', admin.display_name, String(headers['authorization']).slice(7)])
    expect(bytes).not.toContain(personal)
})

it('a collector that does not respond costs one log line, and no call', async () => {
  const server = await startTestServer()
  const unused = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => unused.once('listening', done))
  const { port } = unused.address() as AddressInfo
  await new Promise((done) => unused.close(done))
  logged.length = 0
  const traces = await start(`http://127.0.0.1:${port}/v1/traces`)
  // More than one export.
  for (let count = 0; count < 2; count++) {
    const answers = await Promise.all(Array.from({ length: 300 }, () => server.get('/clock')))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  }
  await traces.close()
  await server.close()
  expect(logged.filter((line) => line.includes('could not send traces'))).toHaveLength(1)
})

it('names of statements contain no values', () => {
  expect(nameStatement(`select * from "users" where name = 'from somebody'`)).toBe('select users')
  expect(nameStatement('insert into facts (a) values (1)')).toBe('insert facts')
  expect(nameStatement('\n  with changed as (update scores set a = 1) select 1')).toBe('with scores')
  expect(nameStatement(`select 'somebody'`)).toBe('select')
  expect(nameStatement('COMMIT')).toBe('commit')
})

it('a server without a collector loads nothing of OpenTelemetry', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context) } })
    process.on('exit', () => console.log(JSON.stringify(seen)))
    await import(process.argv[1])`
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  // Without settings the start fails, with a log line, after everything is loaded.
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script, main], { env: {}, encoding: 'utf8' })
  const [said = '', loaded = ''] = stdout.trim().split('\n')
  expect(said).toContain('DATABASE_URL is missing')
  const seen = JSON.parse(loaded) as string[]
  expect(seen.filter((url) => url.endsWith('/telemetry/traces.ts'))).toHaveLength(1)
  expect(seen.filter((url) => url.includes('@opentelemetry'))).toEqual([])
})
