import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { retryDeadlocks } from '../db/deadlocks.ts'
import { appendFacts, type Observation, scorekeeperLock } from '../db/ledger.ts'
import type { NewRow } from '../db/schema.ts'
import { eventEnd, eventStart } from '../testing/builders.ts'
import { aSmallEvent, createTestContext, type SmallEvent } from '../testing/muster.ts'
import { type IdleLimits, type ScoringSupervisor, startScoringSupervisor } from './supervisor.ts'

/** `SCORED_EVENTS=500 npx vitest run server/src/scoring/supervisor.test.ts` prints its measurements. */
const many = Number(process.env['SCORED_EVENTS'] ?? 12)
const wait = { timeout: 2000 * many, interval: 20 }

let world: Awaited<ReturnType<typeof createTestContext>>
let supervisors: ScoringSupervisor[]

beforeEach(async () => {
  world = await createTestContext()
  supervisors = []
}, 30_000)
afterEach(async () => {
  await Promise.all(supervisors.map((one) => one.close()))
  await world.close()
})

const noIdling: IdleLimits = { linger_ms: 0, most_idle: 0 }
const start = (limits?: IdleLimits) => {
  const supervisor = startScoringSupervisor(world.ctx, world.database_url, limits)
  supervisors.push(supervisor)
  return supervisor
}
/** Makes the supervisors check now instead of at the next interval. */
const hurry = () => supervisors.forEach((one) => one.wakeAll())

type Scored = SmallEvent & { readonly wanted: Awaited<ReturnType<SmallEvent['add']>> }

async function anEventWithAFact(objective: Partial<NewRow<'objectives'>> = {}): Promise<Scored> {
  const event = await aSmallEvent(world.ctx, { is_current: false })
  const wanted = await event.add(objective)
  await event.publish()
  await observe({ ...event, wanted })
  return { ...event, wanted }
}

function observe({ event_id, wanted, teams: [team] }: Scored, fields: Partial<Observation> = {}) {
  if (!team) throw new Error('a small event has teams')
  const observation = { objective_id: wanted, team_id: team.id, user_id: null, source: 'stash:1', number: 1 }
  return world.ctx.db.transact((tx) =>
    appendFacts(tx, event_id, [{ timestamp: new Date(eventStart + 1000), ...observation, ...fields }]),
  )
}

async function countScored(): Promise<number> {
  hurry()
  const { rows } = await sql<{ count: number }>`
    select count(*) from score_cursors where ledger_sequence =
      (select max(sequence) from facts where facts.event_id = score_cursors.event_id)`.execute(world.ctx.db)
  return rows[0]?.count ?? 0
}

/** Connections to this database outside the pool shared by tests and scorekeepers. */
async function countConnections(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name <> 'muster'`.execute(world.ctx.db)
  return rows[0]?.count ?? 0
}

async function listLeaders(): Promise<{ event_id: EventId; pid: number }[]> {
  hurry()
  const { rows } = await sql<{ event_id: EventId; pid: number }>`
    select objid::int as event_id, pid from pg_locks
    where locktype = 'advisory' and classid = ${scorekeeperLock}::int::oid and granted
      and database = (select oid from pg_database where datname = current_database())
    order by objid`.execute(world.ctx.db)
  return rows
}
const listLed = async () => (await listLeaders()).map(({ event_id }) => event_id)

const readFinished = async ({ wanted }: Scored) => {
  hurry()
  const row = await world.ctx.db.selectFrom('scores').select('finished').where('objective_id', '=', wanted).executeTakeFirst()
  return row?.finished
}

const endEvents = () => world.clock.advance(eventEnd + 1 - world.clock.now())

describe('connections and locks', () => {
  test(
    `${many} events are scored over one connection, and leave nothing behind when they end or are deleted`,
    async () => {
      start(noIdling)
      await anEventWithAFact()
      await expect.poll(countScored, wait).toBe(1)
      const before = await countConnections()
      for (let made = 1; made < many; made++) await anEventWithAFact()
      await expect.poll(countScored, wait).toBe(many)
      const running = { locks: (await listLed()).length, connections: await countConnections() }
      await world.ctx.db.deleteFrom('events').where(sql<boolean>`id % 2 = 0`).execute()
      await endEvents()
      await expect.poll(listLed, wait).toEqual([])
      await world.ctx.db.deleteFrom('events').execute()
      hurry()
      const after = await countConnections()
      if (process.env['SCORED_EVENTS'])
        process.stdout.write(
          `connections: ${before} with 1 event, ${running.connections} with ${running.locks} that run, ${after} after all\n`,
        )
      expect({ before, running, after }).toEqual({ before: 1, running: { locks: many, connections: 1 }, after: 1 })
    },
    60_000 + 2000 * many,
  )

  test('only a few events without work keep their scorekeeper, those with the latest work', async () => {
    start({ linger_ms: Number.POSITIVE_INFINITY, most_idle: 2 })
    for (let made = 0; made < 4; made++) await anEventWithAFact()
    await expect.poll(countScored, wait).toBe(4)
    await endEvents()
    await expect.poll(async () => (await listLed()).length, wait).toBe(2)
  })

  test('a deleted event is released at once', async () => {
    start()
    const [gone, kept] = [await anEventWithAFact(), await anEventWithAFact()]
    await expect.poll(listLed, wait).toEqual([gone.event_id, kept.event_id])
    // Like the real call: the scorekeeper may hold a lock on the row.
    await retryDeadlocks(() => world.ctx.db.deleteFrom('events').where('id', '=', gone.event_id).execute())
    await expect.poll(listLed, wait).toEqual([kept.event_id])
  })
})

describe('a released event', () => {
  let event: Scored
  const release = async () => {
    await expect.poll(countScored, wait).toBe(1)
    await endEvents()
    await expect.poll(listLed, wait).toEqual([])
  }

  test('is scored again for a late fact and for an edit, automatically, and released again', async () => {
    const supervisor = start(noIdling)
    event = await anEventWithAFact()
    await release()
    await observe(event, { team_id: event.teams.at(-1)?.id, source: 'stash:2' })
    supervisor.wake(String(event.event_id))
    await expect.poll(countScored, wait).toBe(1)
    await expect.poll(listLed, wait).toEqual([])
    const points = () => world.ctx.db.selectFrom('scores').select('points').where('objective_id', '=', event.wanted).execute()
    expect(await points()).toEqual([{ points: 10 }, { points: 10 }])
    await world.ctx.db
      .updateTable('scoring_presets')
      .set({ points: [7] })
      .execute()
    await event.publish()
    supervisor.wake(String(event.event_id))
    await expect.poll(points, wait).toEqual([{ points: 7 }, { points: 7 }])
    await expect.poll(listLed, wait).toEqual([])
  })

  test('is scored again when a window closes after its end, and not before', async () => {
    start(noIdling)
    const valid_to = new Date(eventEnd + 3_600_000)
    event = await anEventWithAFact({ aggregation: 'DIFFERENCE_BETWEEN', valid_from: new Date(eventStart), valid_to })
    await release()
    expect(await readFinished(event)).toBe(false)
    await world.clock.advance(3_600_000)
    await expect.poll(() => readFinished(event), wait).toBe(true)
    await expect.poll(listLed, wait).toEqual([])
  })
})

test('marking an event as due re-evaluates its scores and corrects wrong ones', async () => {
  const first = start()
  const event = await anEventWithAFact()
  await expect.poll(countScored, wait).toBe(1)
  await endEvents()
  await first.close()
  const { db } = world.ctx
  await db.updateTable('scores').set({ finished: false }).execute()
  await sql`update score_cursors set due_at = 'epoch'`.execute(db)
  start()
  await expect.poll(() => readFinished(event), wait).toBe(true)
  expect(await db.selectFrom('score_cursors').select('due_at').executeTakeFirst()).toEqual({ due_at: null })
})

test('a change by time alone, while no process runs, is scored by the next one', async () => {
  const first = start()
  const valid_to = new Date(eventEnd)
  const event = await anEventWithAFact({ aggregation: 'DIFFERENCE_BETWEEN', valid_from: new Date(eventStart), valid_to })
  await expect.poll(countScored, wait).toBe(1)
  await first.close()
  await endEvents()
  start()
  await expect.poll(() => readFinished(event), wait).toBe(true)
})

describe('two processes', () => {
  test('never lead the same event, and one takes over everything when the connection of the other is cut', async () => {
    start()
    start()
    const events = [await anEventWithAFact(), await anEventWithAFact(), await anEventWithAFact()]
    const event_ids = events.map(({ event_id }) => event_id)
    await expect.poll(countScored, wait).toBe(3)
    const before = await listLeaders()
    expect(before.map(({ event_id }) => event_id)).toEqual(event_ids)
    for (const pid of new Set(before.map((leader) => leader.pid)))
      await sql`select pg_terminate_backend(${pid})`.execute(world.ctx.db)
    for (const event of events) await observe(event, { number: 2 })
    await expect.poll(countScored, wait).toBe(3)
    await expect.poll(listLed, wait).toEqual(event_ids)
    const pids = new Set(before.map((leader) => leader.pid))
    expect((await listLeaders()).filter(({ pid }) => pids.has(pid))).toEqual([])
  })
})
