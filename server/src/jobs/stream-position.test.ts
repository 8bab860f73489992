import type { EventId } from '@muster/contract/ids'
import type { FaultMatch } from '@muster/simulator/faults/faults'
import { beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../db/listen.ts'
import { listTimelines } from '../features/tracking/timelines.ts'
import { moveStream, type StreamTarget } from '../ingestion/stash/stream-position.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import { getEvent } from '../testing/events.ts'
import { insertRows } from '../testing/builders.ts'
import { useOpened } from '../testing/use-server.ts'

// The position in the public stash stream, with a game that gives bad answers.

const minute_ms = 60_000
const stream: FaultMatch = { route: '/public-stash-tabs' }

const world = useOpened(() => startSimulatedEvent({ hours: 1 }))
let askedBefore = 0
beforeEach(async () => {
  world.simulator.faults.clear()
  for (const table of ['stream_cursors', 'stream_positions', 'ingestion_problems', 'fetch_windows'] as const)
    await world.ctx.db.deleteFrom(table).execute()
  await run()
  world.simulator.step(30 * minute_ms)
  askedBefore = world.simulator.requests.totals().requests
})

const run = (rounds = 1) => world.run(fetchStashChanges, rounds)
const position = async () =>
  (await world.ctx.db.selectFrom('stream_cursors').select('next_change_id').executeTakeFirst())?.next_change_id ?? ''
const setPosition = (next_change_id: string) => world.ctx.db.updateTable('stream_cursors').set({ next_change_id }).execute()
const problems = async () =>
  (
    await world.ctx.db
      .selectFrom('ingestion_problems')
      .select('problem')
      .where('job_type', '=', 'FetchStashChanges')
      .orderBy('id')
      .execute()
  ).map(({ problem }) => problem)
const gaps = () =>
  world.ctx.db
    .selectFrom('fetch_windows')
    .select(['reason', 'settled_at'])
    .where('source', '=', 'public_tabs')
    .where('reason', 'is not', null)
    .orderBy('id')
    .execute()
const answerBadly = (next: string, count = 1) =>
  world.simulator.faults.add({ effect: 'river.bad_next', match: stream, when: { count }, parameters: { next } })
/** The game's answers in this test. */
const asked = () =>
  world.simulator.requests
    .list(world.simulator.requests.totals().requests - askedBefore)
    .filter(({ path }) => path.includes('/public-stash-tabs'))
    .map(({ status }) => status)
const isPosition = expect.stringMatching(/^\d+(-\d+){4}$/) as string

describe('a page that names an invalid next position', () => {
  test.each([
    ['SQL', "'; drop table facts;--"],
    ['nothing', ''],
    ['a piece', '12-'],
    ['a word', 'null'],
    ['U+0000', '1-2-3-4-5\u0000'],
    ['400 digits', `${'9'.repeat(400)}-1-1-1-1`],
  ])('but %s is read again, and the position is never stored', async (_name, next) => {
    const before = await position()
    answerBadly(next)
    expect(await run()).toMatchObject([{ ok: false, error: expect.stringContaining('next_change_id') }])
    expect(await position()).toBe(before)
    expect(await run()).toMatchObject([{ ok: true }])
    expect(await position()).not.toBe(before)
    expect(await problems()).toEqual([expect.stringContaining('next_change_id')])
    // No request was sent for an invalid position.
    expect(asked()).not.toContain(400)
  })
})

describe('a position that the game refuses', () => {
  const wrong = '1-2'
  /** Makes the game return a page with a position that it refuses later. */
  const mislead = async () => {
    await run(4)
    world.simulator.step(10 * minute_ms)
    await setPosition(wrong)
  }

  test('is replaced by the previous one, no change is missed, and an organiser sees it', async () => {
    await run(2)
    world.simulator.step(10 * minute_ms)
    const { previous_change_id } = await world.ctx.db.selectFrom('stream_cursors').selectAll().executeTakeFirstOrThrow()
    await setPosition(wrong)
    expect(await run()).toMatchObject([{ ok: true }])
    expect(await position()).toEqual(isPosition)
    expect(await problems()).toEqual([
      expect.stringMatching(`the game refuses the position 1-2: status 400. Reading continues from ${previous_change_id}$`),
    ])
    await run(6)
    expect((await gaps()).filter(({ reason }) => reason === 'skipped')).toEqual([])
    // The whole stream has been read.
    const latest = world.simulator.world.stream.positionsAt(world.simulator.world.now() - 5 * minute_ms).join('-')
    expect(await position()).toBe(latest)
  })

  test('goes back further when the previous position is refused as well', async () => {
    await mislead()
    await world.ctx.db.updateTable('stream_cursors').set({ previous_change_id: '7-7-7' }).execute()
    expect(await run()).toMatchObject([{ ok: false, error: expect.stringContaining('refuses the position 1-2') }])
    expect(await position()).toBe(wrong)
    expect(await world.run(fetchStashChanges, 2)).toMatchObject([{ ok: false }, { ok: true }])
    expect(await position()).not.toBe(wrong)
    expect((await gaps()).map(({ reason }) => reason)).toContain('refused')
  })

  test('is not even requested if its format is invalid', async () => {
    await mislead()
    await setPosition("'; drop table facts;--")
    expect(await run()).toMatchObject([{ ok: true }])
    expect(asked()).not.toContain(400)
  })

  test('is kept while the game refuses everything: once it responds again, nothing is skipped and nothing is read twice', async () => {
    await run(4)
    const before = await position()
    const { id } = world.simulator.faults.add({ effect: 'river.lost', match: stream, when: {}, parameters: {} })
    for (const result of await run(5)) expect(result).toMatchObject({ ok: false })
    expect(await position()).toBe(before)
    world.simulator.faults.remove(id)
    world.simulator.step(10 * minute_ms)
    const sent = asked().length
    expect(await run()).toMatchObject([{ ok: true }])
    expect(asked().length).toBeLessThanOrEqual(sent + 2)
    expect(await position()).not.toBe(before)
  })

  test('is replaced by the end of the stream if nothing was read yet, and the gap is recorded as lost', async () => {
    await world.ctx.db.deleteFrom('stream_positions').execute()
    await world.ctx.db.updateTable('stream_cursors').set({ next_change_id: wrong, previous_change_id: null }).execute()
    expect(await run()).toMatchObject([{ ok: true }])
    expect(await position()).toEqual(isPosition)
    expect(await problems()).toEqual([expect.stringContaining('changes before it were not read')])
    expect((await gaps()).map(({ reason }) => reason)).toEqual(['skipped', 'skipped'])
  })
})

describe('a page that names a distant position', () => {
  test.each([['0-0-0-0-0'], ['99999999999-99999999999-99999999999-99999999999-99999999999']])(
    'is requested again: %s would mean years of reading, or nothing',
    async (next) => {
      const before = await position()
      answerBadly(next, 1)
      expect(await run()).toMatchObject([{ ok: false, error: expect.stringContaining('far from') }])
      expect(await position()).toBe(before)
      expect(await run()).toMatchObject([{ ok: true }])
      expect(await position()).not.toBe(next)
    },
  )

  test('is accepted when it names that position three times', async () => {
    answerBadly('0-0-0-0-0', 3)
    expect(await run(3)).toMatchObject([{ ok: false }, { ok: false }, { ok: true }])
    expect(await position()).toBe('0-0-0-0-0')
    expect(await problems()).toHaveLength(3)
  })
})

describe('stored positions', () => {
  test('are one per minute, and no more than an event needs', async () => {
    await run(5)
    const kept = () => world.ctx.db.selectFrom('stream_positions').selectAll().orderBy('id').execute()
    expect(await kept()).toHaveLength(1)
    const row = (await kept())[0]
    await insertRows(
      world.ctx.db,
      'stream_positions',
      Array.from({ length: 5100 }, () => ({ event_id: world.event_id, change_id: row?.change_id ?? '', read_at: new Date(0) })),
    )
    world.simulator.step(10 * minute_ms)
    await run(2)
    expect(await kept()).toHaveLength(5000)
    expect((await kept()).at(-1)?.read_at.getTime()).toBeGreaterThan(0)
  })
})

describe('setting the position', () => {
  const move = (target: StreamTarget) => moveStream(world.ctx, world.event_id, target)

  test('to a given position, from which reading continues, and the problems show it', async () => {
    const start = await position()
    await run(4)
    const end = await position()
    expect(await move({ change_id: start })).toEqual({ ok: true, from: end, to: start, has_skipped: false })
    expect(await run()).toMatchObject([{ ok: true, wait_ms: 0 }])
    expect(asked()).not.toContain(400)
    expect(await problems()).toEqual([`The stream position was moved from ${end} to ${start}; reading continues there`])
    expect(await gaps()).not.toContainEqual(expect.objectContaining({ reason: 'skipped' }))
  })

  test('to the newest position, and the skipped part is recorded as a lost gap', async () => {
    await run()
    world.simulator.step(60 * minute_ms)
    const newest = await world.ctx.game.fetchLatestChangeId()
    expect(await move('newest')).toMatchObject({ ok: true, to: newest.ok && newest.value, has_skipped: true })
    expect(new Set((await gaps()).map(({ reason }) => reason))).toEqual(new Set(['skipped']))
    await run(2)
    const timelines = await listTimelines(world.ctx.db, await getEvent(world.ctx.db, world.event_id), world.ctx.clock.now())
    const stream = timelines.find(({ source }) => source === 'public_tabs')
    expect(new Set(stream?.gaps.map(({ state }) => state))).toEqual(new Set(['lost']))
  })

  test('to the position at a given time', async () => {
    const start = await position()
    await run(4)
    const then = new Date(world.ctx.clock.now())
    world.simulator.step(60 * minute_ms)
    await run(4)
    expect(await move({ at: then })).toMatchObject({ ok: true, to: start, has_skipped: false })
    expect(await move({ at: new Date(then.getTime() - 24 * 60 * minute_ms) })).toMatchObject({ ok: false })
  })

  test('refuses an invalid position, an unknown event, and the second game', async () => {
    const before = await position()
    expect(await move({ change_id: '1-2-' })).toEqual({
      ok: false,
      fault: 'target',
      problem: 'A position consists of numbers joined by hyphens',
    })
    expect(await moveStream(world.ctx, 999_999 as EventId, 'newest')).toMatchObject({ ok: false })
    await world.ctx.db.updateTable('events').set({ game_version: 'poe2' }).execute()
    expect(await move('newest')).toMatchObject({ ok: false, problem: expect.stringContaining('Path of Exile 2') })
    await world.ctx.db.updateTable('events').set({ game_version: 'poe1' }).execute()
    expect(await position()).toBe(before)
  })

  test('wakes the waiting job', async () => {
    const heard: string[] = []
    let isListening = false
    const listener = listen(
      world.database_url,
      ['stream'],
      (_channel, payload) => heard.push(payload),
      () => (isListening = true),
      () => undefined,
    )
    await expect.poll(() => isListening).toBe(true)
    await move({ change_id: await position() })
    await expect.poll(() => heard).toEqual([String(world.event_id)])
    expect(fetchStashChanges.wakes_on).toContain('stream')
    await listener.close()
  })
})
