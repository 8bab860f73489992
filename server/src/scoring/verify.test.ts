import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { appendFacts, listFacts } from '../db/ledger.ts'
import { retractFact } from '../testing/ledger.ts'
import { aPreset, eventStart, insertRows } from '../testing/builders.ts'
import { aSmallEvent, createTestContext, type SmallEvent } from '../testing/muster.ts'
import { openScorekeeper } from './scorekeeper.ts'
import { verifyStandings } from './verify.ts'
import { useOpened } from '../testing/use-server.ts'

const world = useOpened(createTestContext)
let event: SmallEvent
let wanted: ObjectiveId
let gain: ObjectiveId
const closes = eventStart + 2 * 3_600_000

beforeEach(async () => {
  event = await aSmallEvent(world.ctx, { is_current: false })
  wanted = await event.add({ name: 'Goldrim' })
  const window = { valid_from: new Date(eventStart), valid_to: new Date(closes) }
  gain = await event.add({ name: 'Levels', objective_type: 'PLAYER', aggregation: 'DIFFERENCE_BETWEEN', ...window })
  const { db } = world.ctx
  const ranked = await aPreset(db, event.event_id, { scoring_method: 'RANKED_COMPLETION_TIME', type: 'CATEGORY' })
  await db.updateTable('objectives').set({ scoring_preset_id: ranked }).where('id', '=', event.root_id).execute()
  await event.publish()
})

const verify = () => verifyStandings(world.ctx.db, event.event_id)
const openKeeper = () => openScorekeeper(world.ctx, event.event_id)
const team = (place: 0 | 1) => (event.teams[place] as SmallEvent['teams'][number]).id
const observe = (objective_id: ObjectiveId, place: 0 | 1 = 0, number = 1) =>
  world.ctx.db.transact((tx) => {
    const timestamp = new Date(world.clock.now())
    const fact = { objective_id, team_id: team(place), user_id: null, source: `stash:${place}`, number, timestamp }
    return appendFacts(tx, event.event_id, [fact])
  })

test('finds no scores in an event that was never scored, and no event under an unknown id', async () => {
  expect(await verify()).toMatchObject({ compared: 0, differences: [], ledger_sequence: 0, is_behind: true })
  expect(await verifyStandings(world.ctx.db, 1_000_000 as EventId)).toBeNull()
})

test('compares every score, even after a retraction and an edit', async () => {
  const keeper = await openKeeper()
  for (const place of [0, 1] as const) await observe(wanted, place)
  await keeper.step()
  expect(await verify()).toMatchObject({ compared: 4, differences: [], is_behind: false })
  const [first] = await listFacts(world.ctx.db, event.event_id)
  await world.ctx.db.transact((tx) => retractFact(tx, first?.sequence ?? 0, null, 'proof was wrong'))
  await world.ctx.db
    .updateTable('scoring_presets')
    .set({ points: [77] })
    .where('event_id', '=', event.event_id)
    .execute()
  await event.publish()
  await keeper.step()
  expect(await verify()).toMatchObject({ differences: [], is_behind: false })
})

test('names a wrong score, a missing one, and a superfluous one', async () => {
  const keeper = await openKeeper()
  for (const place of [0, 1] as const) await observe(wanted, place)
  await keeper.step()
  const { db } = world.ctx
  const of = (objective_id: ObjectiveId, place: 0 | 1) => ({ objective_id, team_id: team(place) })
  await db.updateTable('scores').set({ points: 11 }).where('objective_id', '=', wanted).where('team_id', '=', team(0)).execute()
  await db.deleteFrom('scores').where('objective_id', '=', wanted).where('team_id', '=', team(1)).execute()
  const invented = { points: 5, rank: 1, number: 1, finished: true, sequence: 99 }
  await insertRows(db, 'scores', { event_id: event.event_id, ...of(gain, 0), ...invented })
  const found = await verify()
  expect(found?.compared).toBe(5)
  expect(found?.differences).toMatchObject([
    { ...of(wanted, 0), before: { points: 11 }, after: { points: 10 } },
    { ...of(wanted, 1), before: null, after: { points: 10 } },
    { ...of(gain, 0), before: { points: 5 }, after: null },
  ])
})

test('does not report unscored entries as differences', async () => {
  const keeper = await openKeeper()
  await observe(wanted)
  await keeper.step()
  await observe(wanted, 1)
  expect(await verify()).toMatchObject({ differences: [], is_behind: true, unscored_edit: null })
})

test('does not report a window closed since then as a difference', async () => {
  const keeper = await openKeeper()
  await observe(gain, 0, 4)
  await keeper.step()
  const finished = () => world.ctx.db.selectFrom('scores').select('finished').where('objective_id', '=', gain).execute()
  await world.clock.advance(closes + 1 - world.clock.now())
  expect(await finished()).toEqual([{ finished: false }])
  expect(await verify()).toMatchObject({ differences: [] })
  await keeper.step()
  expect(await finished()).toEqual([{ finished: true }])
  expect(await verify()).toMatchObject({ differences: [] })
})

test('reads one moment of the database, regardless of concurrent writes', async () => {
  const keeper = await openKeeper()
  await observe(wanted)
  await keeper.step()
  const { db } = world.ctx
  const isWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_locks where relation = 'scores'::regclass and not granted`.execute(db)
    return rows[0]?.count
  }
  const verified = await db.transact(async (tx) => {
    await sql`lock table scores in access exclusive mode`.execute(tx)
    const found = verify()
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
    await tx.updateTable('scores').set({ points: 11 }).where('objective_id', '=', wanted).execute()
    return { found }
  })
  expect(await verified.found).toMatchObject({ differences: [] })
  expect((await verify())?.differences).toHaveLength(1)
})

test('reports an unscored edit as a possible reason', async () => {
  const keeper = await openKeeper()
  await observe(wanted)
  await keeper.step()
  await world.ctx.db.deleteFrom('objectives').where('id', '=', wanted).execute()
  await event.publish()
  const found = await verify()
  expect(found?.unscored_edit).toBeGreaterThan(found?.ledger_sequence ?? 0)
  expect(found?.differences).toMatchObject([{ objective_id: event.root_id, before: { number: 1 }, after: null }])
  await keeper.step()
  expect(await verify()).toMatchObject({ differences: [], unscored_edit: null })
})
