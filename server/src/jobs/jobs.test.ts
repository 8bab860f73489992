import { setImmediate } from 'node:timers/promises'
import type { PublicStashPage } from '@muster/contract/game-api'
import { gameJobTypes, type JobType } from '@muster/contract/jobs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GameAnswer } from '../gateways/game/gateway.ts'
import { anEvent, insertRows } from '../testing/builders.ts'
import { aPage, aSmallEvent, aTab, anItem, createTestContext, type SmallEvent } from '../testing/muster.ts'
import { evaluateStashChanges } from './evaluate-stash-changes.ts'
import { fetchStashChanges } from './fetch-stash-changes.ts'
import { type GameJob, type GameRound, LeaseLost, type Round } from './job.ts'
import { announcePresence } from './presence.ts'
import { startJobRunner } from './runner.ts'
import { insertProblem } from '../ingestion/problems.ts'
import { acquireLease, listFreeJobs, writeFenced } from './store.ts'
import { getEvent } from '../testing/events.ts'

const answers: GameAnswer<PublicStashPage>[] = []
const asked: string[] = []
/** The head of each page, sent before its body. */
const heads = new Map<string, string>()
/** Pages that were requested but have not arrived. */
let underWay = 0
let maxUnderWay = 0
let world: Awaited<ReturnType<typeof createTestContext>>
let event: SmallEvent

beforeAll(async () => {
  world = await createTestContext({
    fetchLatestChangeId: () => Promise.resolve({ ok: true, value: '1-1-1-1-1' }),
    fetchPublicStashes: async (change_id, isWanted, _signal, onNext) => {
      asked.push(change_id)
      maxUnderWay = Math.max(maxUnderWay, ++underWay)
      const answer = answers.shift() ?? { ok: true, value: aPage([], change_id) }
      await Promise.resolve()
      const head = heads.get(change_id)
      if (head !== undefined) onNext?.(head)
      await Promise.resolve()
      underWay--
      if (!answer.ok) return answer
      const { next_change_id, stashes } = answer.value
      return { ok: true, value: { next_change_id, stashes: stashes.filter(isWanted), isEmpty: stashes.length === 0 } }
    },
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  answers.length = asked.length = underWay = maxUnderWay = 0
  heads.clear()
  await world.ctx.db.deleteFrom('events').execute()
  await world.ctx.db.deleteFrom('accounts').execute()
  event = await aSmallEvent(world.ctx)
})

const write: Round['write'] = (use) => world.ctx.db.transact(use)

async function run(job: GameJob, rounds = 1) {
  const round = job.start()
  const results = []
  for (let count = 0; count < rounds; count++) {
    results.push(
      await round({
        ctx: world.ctx,
        event: await getEvent(world.ctx.db, event.event_id),
        signal: new AbortController().signal,
        write,
      }),
    )
  }
  return results
}

const ours = () => aTab({ accountName: 'Player1#0001', league: event.name, items: [anItem()] })
const count = async (table: 'stash_snapshots' | 'facts' | 'ingestion_problems') =>
  Number(
    (
      await world.ctx.db
        .selectFrom(table)
        .select((select) => select.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

describe('FetchStashChanges', () => {
  test('starts at the current end of the stream, and moves with the stored data', async () => {
    answers.push({ ok: true, value: aPage([ours()], '2-1-1-1-1') })
    expect(await run(fetchStashChanges, 3)).toEqual([
      { ok: true, wait_ms: 0 },
      { ok: true, wait_ms: 500 },
      { ok: true, wait_ms: 500 },
    ])
    expect(asked).toEqual(['1-1-1-1-1', '2-1-1-1-1', '2-1-1-1-1'])
    expect(await count('stash_snapshots')).toBe(1)
  })

  test('pauses at the end of the stream for as long as the event says', async () => {
    await world.ctx.db.updateTable('events').set({ read_stream_seconds: 30 }).execute()
    answers.push({ ok: true, value: aPage([ours()], '2-1-1-1-1') })
    expect((await run(fetchStashChanges, 2)).map(({ wait_ms }) => wait_ms)).toEqual([0, 30_000])
  })

  test('a truncated page changes nothing, is stored for inspection, and is requested again', async () => {
    answers.push(
      { ok: false, failure: { reason: 'malformed', detail: 'not JSON', excerpt: '{"next_change_id":"2-' } },
      { ok: true, value: aPage([ours()], '2-1-1-1-1') },
    )
    const [first, second] = await run(fetchStashChanges, 2)
    expect(first).toMatchObject({ ok: false, error: expect.stringContaining('malformed') })
    expect(second).toMatchObject({ ok: true })
    expect(asked).toEqual(['1-1-1-1-1', '1-1-1-1-1'])
    const problems = await world.ctx.db.selectFrom('ingestion_problems').selectAll().execute()
    expect(problems).toMatchObject([{ job_type: 'FetchStashChanges', problem: 'not JSON', excerpt: '{"next_change_id":"2-' }])
    expect(await count('stash_snapshots')).toBe(1)
  })

  test('waits as long as the game asks', async () => {
    answers.push({ ok: false, failure: { reason: 'limited', detail: 'status 429', retry_after_ms: 61_000 } })
    expect(await run(fetchStashChanges)).toMatchObject([{ ok: false, wait_ms: 61_000 }])
  })

  test('a page whose transaction fails is read again: position and data move together', async () => {
    answers.push({ ok: true, value: aPage([ours()], '2-1-1-1-1') })
    const round = fetchStashChanges.start()
    const input = { ctx: world.ctx, event: await getEvent(world.ctx.db, event.event_id), signal: new AbortController().signal }
    const broken: Round['write'] = (use) =>
      world.ctx.db.transact(async (tx) => {
        await use(tx)
        if (await tx.selectFrom('stash_snapshots').select('id').executeTakeFirst()) throw new Error('the power went out')
        return undefined as never
      })
    await expect(round({ ...input, write: broken })).rejects.toThrow('the power went out')
    expect(await count('stash_snapshots')).toBe(0)
    answers.push({ ok: true, value: aPage([ours()], '2-1-1-1-1') })
    await round({ ...input, write })
    expect(asked).toEqual(['1-1-1-1-1', '1-1-1-1-1'])
    expect(await count('stash_snapshots')).toBe(1)
  })

  /** A stream whose pages all show `ours()` and whose heads name the next page. */
  function aStream(pages: number): void {
    const name = (page: number) => `${page}-1-1-1-1`
    for (let page = 1; page <= pages; page++) {
      heads.set(name(page), name(page + 1))
      const tab = aTab({ id: `tab-${page}`, accountName: 'Player1#0001', league: event.name, items: [anItem()] })
      answers.push({ ok: true, value: aPage([tab], name(page + 1)) })
    }
    heads.set(name(pages + 1), name(pages + 1))
  }
  const aRound = async (use: Round['write'] = write): Promise<GameRound> => ({
    ctx: world.ctx,
    event: await getEvent(world.ctx.db, event.event_id),
    signal: new AbortController().signal,
    write: use,
  })

  test('the next page is requested once, as soon as the head of the previous page names it, with at most two requests open', async () => {
    aStream(20)
    const round = fetchStashChanges.start()
    const input = await aRound()
    for (let rounds = 0; rounds < 20; rounds++) await round(input)
    expect(maxUnderWay).toBe(2)
    expect(asked.slice(0, 21)).toEqual(Array.from({ length: 21 }, (_, page) => `${page + 1}-1-1-1-1`))
    expect(await count('stash_snapshots')).toBe(20)
  })

  test('pages that arrive during a write are stored together, at most eight, and none is missed', async () => {
    aStream(20)
    const round = fetchStashChanges.start()
    const stored: number[] = []
    const slow: Round['write'] = async (use) => {
      const result = await write(use)
      // All pages that may be read ahead have arrived.
      await setImmediate()
      stored.push(await count('stash_snapshots'))
      return result
    }
    const input = await aRound(slow)
    while ((await round(input)).wait_ms === 0);
    const together = stored.map((so_far, round) => so_far - (stored[round - 1] ?? 0))
    expect(Math.max(...together)).toBe(8)
    expect(stored.at(-1)).toBe(20)
    expect(asked.length).toBe(21)
  })

  test('a repeated request does not discard the page that was read ahead', async () => {
    heads.set('1-1-1-1-1', '2-1-1-1-1')
    answers.push(
      { ok: false, failure: { reason: 'malformed', detail: 'not JSON', excerpt: '{"next_change_id":"2-' } },
      { ok: true, value: aPage([ours()], '3-1-1-1-1') },
      { ok: true, value: aPage([], '2-1-1-1-1') },
    )
    await run(fetchStashChanges, 2)
    expect(asked).toEqual(['1-1-1-1-1', '2-1-1-1-1', '1-1-1-1-1'])
    expect(await count('stash_snapshots')).toBe(1)
  })

  test('the second game has no public stream, and the job reports that', async () => {
    await world.ctx.db.updateTable('events').set({ game_version: 'poe2' }).execute()
    expect(await run(fetchStashChanges)).toMatchObject([{ ok: false, error: expect.stringContaining('Path of Exile 2') }])
  })
})

describe('EvaluateStashChanges', () => {
  test('D-60: an unusable condition disables only its objective and reports why', async () => {
    await event.add({ name: 'Broken' }, [{ field: 'NAME', operator: 'MATCHES', value: '(' }])
    await event.add({ name: 'Fine' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    answers.push({ ok: true, value: aPage([ours()], '2-1-1-1-1') })
    await run(fetchStashChanges)
    await run(evaluateStashChanges)
    expect(await count('facts')).toBe(1)
    const problems = await world.ctx.db.selectFrom('ingestion_problems').select('problem').execute()
    expect(problems).toMatchObject([{ problem: expect.stringMatching(/Objective \d+ .*NAME MATCHES/) }])
  })

  test('an objective added during the event is evaluated from the next change on', async () => {
    await event.publish()
    const round = evaluateStashChanges.start()
    const input = {
      ctx: world.ctx,
      event: await getEvent(world.ctx.db, event.event_id),
      signal: new AbortController().signal,
      write,
    }
    await round(input)
    await event.add({ name: 'New' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    await event.publish()
    answers.push({ ok: true, value: aPage([ours()], '2-1-1-1-1') })
    await run(fetchStashChanges)
    await round(input)
    expect(await count('facts')).toBe(1)
  })
})

describe('leases', () => {
  const key = () => ({ event_id: event.event_id, job_type: 'FetchStashChanges' as const })
  const schedule = (end_date = new Date(world.clock.now() + 3_600_000), job_type: JobType = key().job_type) =>
    insertRows(world.ctx.db, 'jobs', { ...key(), job_type, end_date })

  const nextRunIn_ms = async () => {
    const { next_run_at } = await world.ctx.db.selectFrom('jobs').select('next_run_at').executeTakeFirstOrThrow()
    return next_run_at && next_run_at.getTime() - world.clock.now()
  }

  test('a job without a living holder is free, a job past its end is not', async () => {
    await schedule()
    expect(await listFreeJobs(world.ctx.db, new Date(world.clock.now()))).toEqual([key()])
    expect(await listFreeJobs(world.ctx.db, new Date(world.clock.now() + 7_200_000))).toEqual([])
  })

  test('one of many claimants gets the job, and the next holder invalidates the fence of the first', async () => {
    await schedule()
    const fence = await acquireLease(world.ctx.db, key(), 'a runner that died')
    const second = await acquireLease(world.ctx.db, key(), 'another')
    expect([fence, second]).toEqual([1, 2])
    const writing = (own: number) =>
      writeFenced(world.ctx.db, key(), own, (tx) =>
        insertProblem(tx, { ...key(), timestamp: new Date(world.clock.now()), problem: `found by ${own}`, excerpt: '' }),
      )
    await expect(writing(1)).rejects.toThrow(LeaseLost)
    expect(await count('ingestion_problems')).toBe(0)
    await writing(2)
    expect(await count('ingestion_problems')).toBe(1)
  })

  test('an error while the job is written is reported, regardless of the holder', async () => {
    await schedule()
    const fence = await acquireLease(world.ctx.db, key(), 'a runner')
    const failing = (own: number) =>
      writeFenced(world.ctx.db, key(), own, async (tx) => {
        await insertRows(tx, 'jobs', { ...key(), end_date: new Date() })
      })
    await expect(failing(fence ?? 0)).rejects.toMatchObject({ code: '23505' })
    await expect(failing(0)).rejects.toThrow(LeaseLost)
  })

  test('D-62: two runners share the work: each job has one holder and is released at the end', async () => {
    await schedule()
    const runners = [
      startJobRunner(world.ctx, world.database_url, 'runner-1'),
      startJobRunner(world.ctx, world.database_url, 'runner-2'),
    ]
    await expect
      .poll(
        async () => (await world.ctx.db.selectFrom('jobs').select('last_success_at').executeTakeFirst())?.last_success_at ?? null,
      )
      .not.toBeNull()
    const held = await world.ctx.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
    expect(held.fence).toBe(1)
    expect(['runner-1', 'runner-2']).toContain(held.lease_owner)
    await Promise.all(runners.map((runner) => runner.close()))
    expect((await world.ctx.db.selectFrom('jobs').select('lease_owner').executeTakeFirstOrThrow()).lease_owner).toBeNull()
  })

  test('D-42: each job works on its own event, even after another one started in the same process', async () => {
    const other = await anEvent(world.ctx.db)
    const places = [event.event_id, other.id]
    const end_date = new Date(world.clock.now() + 3_600_000)
    const reached = async () =>
      (await world.ctx.db.selectFrom('stream_cursors').select('event_id').orderBy('event_id').execute()).map(
        (row) => row.event_id,
      )
    for (const [place, event_id] of places.entries()) {
      await insertRows(world.ctx.db, 'jobs', { event_id, job_type: 'FetchStashChanges', end_date })
      const runner = startJobRunner(world.ctx, world.database_url)
      await expect.poll(reached).toEqual(places.slice(0, place + 1))
      await runner.close()
    }
  })

  describe('of jobs that call the game', () => {
    const lives = new Map<string, AbortController>()
    beforeEach(async () => {
      for (const job_type of ['FetchStashChanges', 'EvaluateStashChanges', 'FetchCharacterData'] as const)
        await schedule(undefined, job_type)
      for (const owner of ['one', 'other']) {
        const life = new AbortController()
        lives.set(owner, life)
        await announcePresence(world.database_url, owner, life.signal, () => undefined)
      }
    })
    afterEach(() => lives.forEach((life) => life.abort()))
    const take = (job_type: JobType, owner: string) => acquireLease(world.ctx.db, { ...key(), job_type }, owner, gameJobTypes)

    test('all run in one process, whose limiter counts for all; when it dies, in another', async () => {
      expect(await take('FetchStashChanges', 'one')).toBe(1)
      expect(await take('FetchCharacterData', 'other')).toBeNull()
      expect(await take('EvaluateStashChanges', 'other')).toBe(1)
      expect(await take('FetchCharacterData', 'one')).toBe(1)
      lives.get('one')?.abort()
      await expect.poll(() => take('FetchStashChanges', 'other')).toBe(2)
      expect(await take('FetchCharacterData', 'other')).toBe(2)
    })

    test('two processes that claim different ones at the same moment do not both succeed', async () => {
      const taken = await Promise.all([take('FetchStashChanges', 'one'), take('FetchCharacterData', 'other')])
      expect(taken.toSorted()).toEqual([1, null])
    })
  })

  test('a failing round is recorded for admins', async () => {
    answers.push({ ok: false, failure: { reason: 'unavailable', detail: 'status 503' } })
    await schedule()
    const runner = startJobRunner(world.ctx, world.database_url)
    await expect
      .poll(async () => (await world.ctx.db.selectFrom('jobs').select('last_error').executeTakeFirst())?.last_error ?? null)
      .toContain('503')
    await expect.poll(nextRunIn_ms).toBe(2000)
    await runner.close()
  })

  test('a notification missed during an interruption is handled after the reconnect', async () => {
    await event.add({ name: 'Orbs' }, [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Chaos Orb' }])
    await event.publish()
    await schedule(undefined, 'EvaluateStashChanges')
    const runner = startJobRunner(world.ctx, world.database_url)
    await expect
      .poll(
        async () => (await world.ctx.db.selectFrom('jobs').select('last_success_at').executeTakeFirst())?.last_success_at ?? null,
      )
      .not.toBeNull()
    answers.push({ ok: true, value: aPage([ours()], '2-1-1-1-1') })
    await run(fetchStashChanges)
    expect(await count('facts')).toBe(0)
    runner.wakeAll()
    await expect.poll(() => count('facts')).toBe(1)
    await runner.close()
  })

  test('the pause set by an admin is kept even if the job would wait for less', async () => {
    await schedule()
    await world.ctx.db.updateTable('jobs').set({ sleep_after_each_run_seconds: 45 }).execute()
    const runner = startJobRunner(world.ctx, world.database_url)
    await expect.poll(nextRunIn_ms).toBe(45_000)
    asked.length = 0
    await world.clock.advance(44_000)
    expect(asked).toEqual([])
    await world.clock.advance(1000)
    await expect.poll(() => asked).not.toEqual([])
    await runner.close()
  })
})
