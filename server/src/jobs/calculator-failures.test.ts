import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { EventId } from '@muster/contract/ids'
import type { CalculatedBuild, Calculator } from '../gateways/pob/calculator.ts'
import { calculatorOf, createWorkers } from '../gateways/pob/workers.ts'
import { enqueueBuild, readBuildBacklog } from '../ingestion/characters/build-queue.ts'
import { anEvent, insertRows } from '../testing/builders.ts'
import { createTestContext } from '../testing/muster.ts'
import { createCalculateBuilds } from './calculate-builds.ts'
import type { ScheduledTask } from './scheduled-tasks.ts'
import { killProcess } from '../testing/kill-process.ts'
import { useFolder } from '../testing/folder.ts'
import { useOpened } from '../testing/use-server.ts'

const builds = 500
const kills = 100

const folder = useFolder('calculator')
const pids = join(folder, 'pids')
const args = [join(import.meta.dirname, '../testing/calculator.sh'), pids]
const program = { command: '/bin/sh', args, folder }

const world = useOpened(() => createTestContext())
afterEach(() => world.ctx.db.deleteFrom('events').execute())

async function fillQueue(event_id: EventId, length: number, name = 'c'): Promise<void> {
  const { db, clock } = world.ctx
  const characters = Array.from({ length }, (_, place) => ({
    event_id,
    id: `${name}${place}`,
    name: `${name}${place}`,
    level: 90,
    experience: 1,
    ascendancy: 'Witch',
  }))
  await db.transact(async (tx) => {
    await insertRows(tx, 'characters', characters)
    for (const { id, name, level } of characters) {
      const character = { id, name, level, class: 'Witch', experience: 1 }
      const event = { id: event_id, calculate_build_seconds: null }
      await enqueueBuild(tx, event, character, hash('sha256', `${event_id} ${id}`, 'buffer'), new Date(clock.now()))
    }
  })
}

/**
 * Kills one of the two newest processes, which has just received a build. Returns false if it is dead already, or has not
 * started.
 */
function killOne(place: number): boolean {
  const pid = readFileSync(pids, 'utf8')
    .trim()
    .split('\n')
    .map(Number)
    .at(-1 - (place % 2))
  try {
    killProcess(pid)
    return true
  } catch {
    return false
  }
}

/** A calculator whose worker processes are killed after every few builds. */
function aCalculator(killed: { count: number }, answered: { count: number }) {
  const limits = { memory_mb: 1000, timeout_ms: 10_000, start_ms: 10_000 }
  const workers = createWorkers({ size: 2, builds_each: 1000, limits }, world.ctx.log)
  const real = calculatorOf(workers, program, { concurrency: 2, engine: 'stand-in' })
  let calls = 0
  const calculator: Calculator = {
    ...real,
    async calculate(text, signal) {
      const asked = real.calculate(text, signal)
      calls++
      if (killed.count < answered.count / 4) {
        await sleep(2)
        if (killOne(calls)) killed.count++
      }
      const said = await asked
      if (said.ok) answered.count++
      return said
    },
  }
  return { task: createCalculateBuilds({ poe1: calculator, poe2: null }), workers }
}

test(`a calculator killed ${kills} times loses none of ${builds} builds and calculates none twice`, async () => {
  const { ctx } = world
  const { id: event_id } = await anEvent(ctx.db)
  await fillQueue(event_id, builds)
  const [killed, answered] = [{ count: 0 }, { count: 0 }]
  // The calling process also stops halfway, and another takes over.
  const stopping = new AbortController()
  const first = aCalculator(killed, answered)
  const turn = first.task.run(ctx, stopping.signal)
  await expect.poll(() => answered.count, { timeout: 80_000, interval: 5 }).toBeGreaterThan(builds / 3)
  stopping.abort()
  await turn
  first.workers.close()
  const { waiting } = await readBuildBacklog(ctx.db, new Date(ctx.clock.now()))
  expect(waiting).toBeGreaterThan(kills)

  const second = aCalculator(killed, answered)
  expect(await second.task.run(ctx, new AbortController().signal)).toBeNull()
  second.workers.close()

  const rows = await ctx.db.selectFrom('build_queue').select(['request', 'failure', 'export_hash']).execute()
  const figures = await ctx.db.selectFrom('build_figures').select('export_hash').execute()
  const calculated = rows.filter(({ request, failure }) => request === null && failure === null)
  const failed = rows.filter(({ request, failure }) => request !== null && failure !== null)
  expect(killed.count).toBeGreaterThanOrEqual(kills)
  expect(calculated.length + failed.length).toBe(builds)
  expect(figures).toHaveLength(calculated.length)
  expect(failed.filter(({ failure }) => !/^the program ended \(SIGKILL\), 3 times$/.test(failure ?? ''))).toEqual([])
  expect(await readBuildBacklog(ctx.db, new Date(ctx.clock.now()))).toEqual({
    waiting: 0,
    oldest_at: null,
    failed: failed.length,
  })
  // Only the builds that the first process had requested but could not store are calculated twice.
  expect(answered.count - calculated.length).toBeLessThanOrEqual(2)
}, 180_000)

const refusal: CalculatedBuild = { ok: false, reason: 'refused', detail: 'no tree' }
const outage: CalculatedBuild = { ok: false, reason: 'unavailable', detail: 'gone' }
const figures: CalculatedBuild = { ok: true, xml: '<PlayerStat stat="Life" value="5"/>', is_partial: false }

/** A calculator that takes one build at a time and records its requests. */
function aFake(answer: () => CalculatedBuild) {
  const asked: string[] = []
  const calculator: Calculator = {
    name: 'It',
    reads: 'character',
    concurrency: 1,
    engine: 'a fake',
    calculate(text) {
      asked.push(text)
      return Promise.resolve(answer())
    },
  }
  return { asked, calculator }
}
const run = (task: ScheduledTask) => task.run(world.ctx, new AbortController().signal)
const backlog = () => readBuildBacklog(world.ctx.db, new Date(world.ctx.clock.now()))

test('builds that failed during an outage are retried as soon as one succeeds', async () => {
  const { id: event_id } = await anEvent(world.ctx.db)
  await fillQueue(event_id, 8)
  let answer: CalculatedBuild = refusal
  const { calculator } = aFake(() => answer)
  const task = createCalculateBuilds({ poe1: calculator, poe2: null })
  expect(await run(task)).toBe('It could not calculate 5 builds in a row: no tree')
  expect(await backlog()).toMatchObject({ waiting: 3, failed: 5 })
  answer = figures
  expect(await run(task)).toBeUndefined()
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
  expect(await run(task)).toBeNull()
  later.mockRestore()
  expect(await backlog()).toEqual({ waiting: 0, oldest_at: null, failed: 0 })
})

test('each game has its own calculator, and an outage of one does not delay the other', async () => {
  const one = await anEvent(world.ctx.db)
  const other = await anEvent(world.ctx.db, { game_version: 'poe2' })
  await fillQueue(one.id, 4)
  await fillQueue(other.id, 4)
  const [fine, down] = [aFake(() => figures), aFake(() => outage)]
  expect(await run(createCalculateBuilds({ poe1: fine.calculator, poe2: null }))).toBeNull()
  expect(fine.asked).toHaveLength(4)
  const both = createCalculateBuilds({ poe1: fine.calculator, poe2: down.calculator })
  expect(await run(both)).toBe('It does not respond: gone')
  expect(await backlog()).toMatchObject({ waiting: 4, failed: 0 })
  await fillQueue(one.id, 4, 'later')
  expect(await run(both)).toBeUndefined()
  expect(fine.asked).toHaveLength(8)
})
