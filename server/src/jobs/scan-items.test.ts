import type { ItemCoverage } from '@muster/contract/item-checks'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '../db/schema.ts'
import { anEvent, anObjective, aUser, insertRows } from '../testing/builders.ts'
import { getEvent } from '../testing/events.ts'
import { openSimulatedStack } from '../testing/simulated-world.ts'
import { startJobRunner } from './runner.ts'
import { scanItems } from './scan-items.ts'
import { useOpened } from '../testing/use-server.ts'

// Scans of the live stream of the simulator, whose clock the test moves.

const stack = useOpened(() => openSimulatedStack({ preset: 'tiny' }))
let headers: { authorization: string }
let event: Row<'events'>
let root: Row<'objectives'>
beforeAll(async () => {
  stack.simulator.step(3 * 3_600_000)
  headers = await stack.server.as(await aUser(stack.server.db, { permissions: ['objective_designer'] }))
})
beforeEach(async () => {
  await stack.server.db.deleteFrom('events').execute()
  event = await anEvent(stack.server.db, { name: 'A league without players' })
  root = await anObjective(stack.server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
})

async function add(name: string, value: string, field: 'BASE_TYPE' | 'WORN_BY' = 'BASE_TYPE') {
  const { db } = stack.server
  const objective = await anObjective(db, event.id, { parent_id: root.id, name, valid_to: new Date(0) })
  await insertRows(db, 'conditions', { objective_id: objective.id, field, operator: 'MATCHES', value })
}
const start = (seconds = 60) => stack.server.send('POST', `/events/${event.id}/item-scan`, headers, { source: 'stream', seconds })
const readCoverage = async () => (await stack.server.get(`/events/${event.id}/item-coverage`, headers)).json<ItemCoverage>()

function startRunner(signal = new AbortController().signal) {
  const { ctx, db } = stack.server
  const round = scanItems.start()
  return async (rounds: number) => {
    const waits: number[] = []
    for (let count = 0; count < rounds; count++) {
      const { wait_ms } = await round({ ctx, event: await getEvent(db, event.id), signal, write: (use) => db.transact(use) })
      waits.push(wait_ms ?? 0)
    }
    return waits
  }
}

test('tests tabs of all leagues at a position of its own, with pauses, until its time is over', async () => {
  await add('Any', '.')
  await add('Nothing', 'No such base')
  await add('Worn', 'Witch', 'WORN_BY')
  expect((await start()).statusCode).toBe(204)
  const run = startRunner()
  const waits = await run(3)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(2000)
  const during = await readCoverage()
  expect(during.scans).toMatchObject([{ source: 'stream', state: 'running', done: 3, total: null, problem: null }])
  expect(during.stream_problem).toBeNull()
  stack.simulator.step(60_000)
  await run(1)
  const { scans, objectives } = await readCoverage()
  expect(scans).toMatchObject([{ state: 'done', done: 3 }])
  expect(scans[0]?.items).toBeGreaterThan(0)
  const found = new Map(objectives.map((one) => [one.name, one]))
  expect(found.get('Any')).toMatchObject({ state: 'seen', scans: [{ source: 'stream', is_outdated: false }] })
  expect(found.get('Any')?.scans[0]?.hits[0]?.place).toBe(stack.simulator.world.options.league)
  expect(found.get('Nothing')).toMatchObject({ state: 'never', scans: [{ matches: 0, hits: [] }] })
  // The stream does not show worn items, so nothing is known about the objective.
  expect(found.get('Worn')).toMatchObject({ state: 'never', counts_from: 'characters', scans: [] })
  const { db } = stack.server
  for (const table of ['facts', 'stash_snapshots', 'stashes', 'stream_cursors', 'fetch_windows'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('a tab that appears again counts once', async () => {
  await add('Any', '.')
  await start()
  const page = await stack.game.fetchPublicStashes('1-1-1-1-1', () => true)
  const game = { ...stack.game, fetchPublicStashes: async () => page }
  const round = scanItems.start()
  const { ctx, db } = stack.server
  const rounds: number[] = []
  for (let count = 0; count < 2; count++) {
    await round({
      ctx: { ...ctx, game },
      event: await getEvent(db, event.id),
      signal: new AbortController().signal,
      write: (use) => db.transact(use),
    })
    rounds.push((await readCoverage()).objectives[0]?.scans[0]?.matches ?? 0)
  }
  expect(rounds[0]).toBeGreaterThan(0)
  expect(rounds[1]).toBe(rounds[0])
})

test('a scan that the game refuses ends at once, and an outage is reported until it is over', async () => {
  await add('Any', '.')
  await start()
  const { ctx, db } = stack.server
  let reason: 'forbidden' | 'unavailable' = 'unavailable'
  const game = {
    ...stack.game,
    fetchLatestChangeId: async () => ({ ok: false as const, failure: { reason, detail: 'status 503' } }),
  }
  const round = scanItems.start()
  const run = async () =>
    round({
      ctx: { ...ctx, game },
      event: await getEvent(db, event.id),
      signal: new AbortController().signal,
      write: (use) => db.transact(use),
    })
  expect(await run()).toEqual({ ok: true, wait_ms: 10_000 })
  const problem = 'Could not read the public stash stream: unavailable, status 503'
  expect((await readCoverage()).scans).toMatchObject([{ state: 'running', problem }])
  reason = 'forbidden'
  await run()
  expect((await readCoverage()).scans).toMatchObject([{ state: 'failed', done: 0 }])
})

test('the runner takes a scan, leaves it when it stops, and another process starts the scan again', async () => {
  await add('Any', '.')
  await start(1800)
  const { ctx, database_url } = stack.server
  const first = startJobRunner(ctx, database_url)
  const isReading = async () => expect((await readCoverage()).scans[0]?.done).toBeGreaterThan(0)
  await vi.waitFor(isReading, { timeout: 10_000 })
  await first.close()
  const { scans } = await readCoverage()
  expect(scans).toMatchObject([{ state: 'running' }])
  const job = await stack.server.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
  expect(job).toMatchObject({ job_type: 'ScanItems', lease_owner: null })
  const begun = (await readCoverage()).scans[0]?.done ?? 0
  await startRunner()(1)
  expect((await readCoverage()).scans[0]?.done).toBe(1)
  expect(begun).toBeGreaterThan(0)
})

test('results stay if no process comes back before the end of the scan', async () => {
  await add('Any', '.')
  await start()
  await startRunner()(2)
  const before = (await readCoverage()).objectives[0]?.scans[0]?.matches ?? 0
  expect(before).toBeGreaterThan(0)
  stack.simulator.step(60_000)
  await startRunner()(1)
  const { scans, objectives } = await readCoverage()
  expect(scans).toMatchObject([{ state: 'done', done: 2 }])
  expect(objectives[0]?.scans[0]?.matches).toBe(before)
})

test('the end of a scan that was replaced leaves the job to the new one', async () => {
  await add('Any', '.')
  await start()
  const { ctx, db } = stack.server
  const round = scanItems.start()
  const during = async (write: typeof db.transact) =>
    round({ ctx, event: await getEvent(db, event.id), signal: new AbortController().signal, write })
  await during((use) => db.transact(use))
  stack.simulator.step(60_000)
  await during(async (use) => {
    expect((await start()).statusCode).toBe(204)
    return db.transact(use)
  })
  const job = await db.selectFrom('jobs').select('end_date').executeTakeFirstOrThrow()
  expect(job.end_date?.getTime()).toBeGreaterThan(ctx.clock.now())
  expect((await readCoverage()).scans).toMatchObject([{ state: 'waiting' }])
})

test('a game without a stream: the answer names the stored items', async () => {
  await stack.server.db.updateTable('events').set({ game_version: 'poe2' }).where('id', '=', event.id).execute()
  const answer = await start()
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    error: expect.stringContaining('Stored items can be scanned instead') as string,
    problems: [{ field: 'source' }],
  })
  expect((await readCoverage()).stream_problem).toMatch(/no public stash stream/)
})
