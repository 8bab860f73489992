import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { GameContext } from '../context.ts'
import { listReadings } from '../features/characters/store.ts'
import { listLadder } from '../features/ladder/store.ts'
import { createCalculatorService } from '../gateways/pob/http-calculator.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { createCalculateBuilds } from './calculate-builds.ts'
import { fetchCharacterData } from './fetch-character-data.ts'

const minutes = (count: number) => count * 60_000
const xml = '<PathOfBuilding><PlayerStat stat="Life" value="4321"/><PlayerStat stat="CombinedDPS" value="99"/></PathOfBuilding>'
const answer = deflateSync(xml).toString('base64').replaceAll('+', '-').replaceAll('/', '_')

let world: Awaited<ReturnType<typeof startSimulatedEvent>>
let ctx: GameContext
let service: Server
/** How the service treats a request; it records every request. */
let behave: 'answer' | 'close' | 'fail' = 'answer'
let asked: { headers: string[]; body: string }[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({ headers: request.rawHeaders, body: Buffer.concat(parts).toString() })
      if (behave === 'close') request.socket.destroy()
      else response.writeHead(behave === 'answer' ? 200 : 503, { 'content-type': 'text/plain' }).end(answer)
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  world = await startSimulatedEvent({ hours: 6 })
  ctx = { ...world.ctx, config: { ...world.ctx.config, pob: { poe1: settings(), poe2: null } } }
})
afterAll(async () => {
  service.close()
  await world.close()
})
afterEach(() => {
  behave = 'answer'
  asked = []
})

const address = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`
const settings = () => ({ url: address(), timeout_ms: 10_000, concurrency: 2, engine: 'test' })
const aTask = () => createCalculateBuilds({ poe1: createCalculatorService(settings()), poe2: null })
const calculate = (task = aTask()) => task.run(ctx, new AbortController().signal)
const waiting = () =>
  world.ctx.db
    .selectFrom('build_queue')
    .select('character_id')
    .where('request', 'is not', null)
    .where('due_at', '<=', new Date(ctx.clock.now()))
    .orderBy('character_id')
    .execute()

/** Fetches all characters again, each with a changed build. */
async function fetchChanged() {
  for (const { account_name } of world.players) {
    const account = world.simulator.world.findAccount(account_name)
    const level = account?.characters[0]?.record.level ?? 1
    world.simulator.inject({ kind: 'level', account: account_name, level: Math.min(99, level + 1) })
  }
  world.simulator.step(minutes(61))
  await world.run(fetchCharacterData, 2, ctx)
}

test('changed builds are sent with headers as the service expects them, and their figures appear on the ladder', async () => {
  await fetchChanged()
  expect(await waiting()).toHaveLength(world.players.length)
  expect(await calculate()).toBeNull()
  expect(asked).toHaveLength(world.players.length)
  expect(asked[0]?.headers).toContain('Content-Length')
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ passives: { hashes: expect.any(Array) as unknown } })
  expect(await waiting()).toEqual([])
  const ladder = await listLadder(ctx.db, world.event_id)
  expect(ladder.find(({ user_id, stats }) => user_id !== null && stats)?.stats).toMatchObject({
    hp: 4321,
    dps: 99,
    ehp: 0,
    source: 'pob',
    missing: expect.arrayContaining(['ehp']) as unknown,
  })
})

test('the same build is not calculated twice', async () => {
  const rows = await world.ctx.db.selectFrom('build_queue').selectAll().execute()
  const [row] = rows
  if (!row) throw new Error('nothing was queued')
  const request = gzipSync(JSON.stringify({ id: row.character_id, name: 'A', class: 'Witch', level: 1, experience: 0 }))
  await world.ctx.db
    .updateTable('build_queue')
    .set({ request, due_at: new Date(0) })
    .where('character_id', '=', row.character_id)
    .execute()
  expect(await calculate()).toBeNull()
  expect(asked).toEqual([])
  expect(await waiting()).toEqual([])
})

test('a changed build waits for the interval of the event since the last calculation', async () => {
  await fetchChanged()
  await calculate()
  const calculated_at = ctx.clock.now()
  const pauses = async (calculate_build_seconds: number | null) => {
    await ctx.db.updateTable('events').set({ calculate_build_seconds }).execute()
    await fetchChanged()
    const rows = await ctx.db.selectFrom('build_queue').select('due_at').execute()
    return rows.map(({ due_at }) => due_at.getTime() - calculated_at)
  }
  expect(await pauses(7200)).toEqual(world.players.map(() => minutes(120)))
  // Each is due as soon as it is seen, after more than the usual five minutes.
  expect(Math.min(...(await pauses(null)))).toBeGreaterThan(minutes(121))
  await calculate()
})

test('a build on which the connection closes is retried once in reduced form, then skipped, and the others continue', async () => {
  await fetchChanged()
  const [one] = await waiting()
  behave = 'close'
  await world.ctx.db
    .updateTable('build_queue')
    .set({ due_at: new Date(8.64e15 / 2) })
    .where('character_id', '<>', one?.character_id ?? '')
    .execute()
  await world.ctx.db
    .updateTable('build_queue')
    .set({ due_at: new Date(0) })
    .where('character_id', '=', one?.character_id ?? '')
    .execute()
  expect(await calculate()).toBeNull()
  expect(asked).toHaveLength(2)
  expect((await waiting()).map((row) => row.character_id)).not.toContain(one?.character_id)
  const failed = await world.ctx.db
    .selectFrom('build_queue')
    .select(['failure', 'due_at'])
    .where('failure', 'is not', null)
    .execute()
  expect(failed).toEqual([{ failure: 'the connection was closed', due_at: new Date(ctx.clock.now() + minutes(24 * 60)) }])
  const told = await world.ctx.db.selectFrom('ingestion_problems').select(['event_id', 'job_type', 'problem']).execute()
  expect(told).toEqual([
    {
      event_id: world.event_id,
      job_type: 'CalculateBuilds',
      problem: expect.stringMatching(
        /^Could not calculate the stats of .+: the connection was closed\. Next try in 24 h/,
      ) as unknown,
    },
  ])
  await world.ctx.db
    .updateTable('build_queue')
    .set({ due_at: new Date(0) })
    .execute()
})

test('a service that is down leaves builds in the queue, is reported, and is not asked again immediately', async () => {
  const before = await waiting()
  world.simulator.step(minutes(1))
  behave = 'fail'
  const task = aTask()
  expect(await calculate(task)).toMatch(/does not respond: status 503/)
  const calls = asked.length
  // Nothing was tried, so the last reported problem still holds.
  expect(await calculate(task)).toBeUndefined()
  expect(asked).toHaveLength(calls)
  expect(await waiting()).toEqual(before)
  const windows = await world.ctx.db
    .selectFrom('fetch_windows')
    .select(['reason'])
    .where('source', '=', 'figures')
    .orderBy('id')
    .execute()
  expect(windows.at(-1)?.reason).toBe('unavailable')
  // The next process starts without the pause and finds the queue unchanged.
  behave = 'answer'
  expect(await calculate()).toBeNull()
  expect(await waiting()).toEqual([])
})

test('readings show the figures of the build worn at that time', async () => {
  const character = await world.ctx.db
    .selectFrom('characters')
    .select('id')
    .where('is_tracked', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const readings = await listReadings(ctx.db, character.id, [world.event_id], {})
  expect(readings.at(-1)).toMatchObject({ source: 'pob', hp: 4321 })
})

test('a port without a listener is an outage, not a failure of the build', async () => {
  const gone = createCalculatorService({ ...settings(), url: 'http://127.0.0.1:9' })
  expect(await gone.calculate('{}', new AbortController().signal)).toMatchObject({ ok: false, reason: 'unavailable' })
})
