import type { ObjectiveId, UserId } from '@muster/contract/ids'
import { createPick } from '@muster/domain/scoring/testing/event-generator'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { appendFacts, listFactsAfter, type Observation } from '../db/ledger.ts'
import { explain } from '../features/receipts/explain.ts'
import { openEngine } from '../ledger-engine.ts'
import { eventStart } from '../testing/builders.ts'
import { retractFact } from '../testing/ledger.ts'
import { aSmallEvent, createTestContext, type SmallEvent } from '../testing/muster.ts'
import { openScorekeeper } from './scorekeeper.ts'
import { startScoringSupervisor } from './supervisor.ts'
import { verifyStandings } from './verify.ts'

let world: Awaited<ReturnType<typeof createTestContext>>
let ctx: Context
let event: SmallEvent
let objectives: ObjectiveId[]
/** What was logged about checkpoints that are there and not used. */
let ignored: string[]

beforeAll(async () => {
  world = await createTestContext()
  const write = (line: string) => {
    const { reason } = JSON.parse(line) as { reason?: string }
    if (reason) ignored.push(reason)
  }
  ctx = { ...world.ctx, log: pino({}, { write }) }
})
afterAll(() => world.close())
beforeEach(async () => {
  ignored = []
  await ctx.db.deleteFrom('events').execute()
  await ctx.db.deleteFrom('users').execute()
  event = await aSmallEvent(ctx, { is_current: false })
  const window = { valid_from: new Date(eventStart), valid_to: new Date(eventStart + 60_000) }
  objectives = [
    await event.add({ aggregation: 'EARLIEST', required_number: 3 }, [], [30, 20]),
    await event.add({ aggregation: 'EARLIEST_FRESH_ITEM', required_number: 2 }),
    await event.add({ aggregation: 'SUM_LATEST', required_number: 5 }),
    await event.add({ objective_type: 'PLAYER', aggregation: 'SUM_LATEST', required_number: 5 }),
    await event.add({ objective_type: 'PLAYER', aggregation: 'MAXIMUM' }),
    await event.add({ objective_type: 'PLAYER', aggregation: 'DIFFERENCE_BETWEEN', ...window }),
  ]
  await event.publish()
})

/** For what happens at once, on a machine that is not busy. */
const patient = { timeout: 60_000 }
const everything = { every: 1, at_stop: 1, apart_ms: 0 }
const open = (limits = everything) => openScorekeeper(ctx, event.event_id, limits)
const players = () => event.teams.flatMap((team) => team.players.map(({ user_id }) => ({ user_id, team_id: team.id })))

function observe(observations: readonly Partial<Observation>[]) {
  const [first] = players()
  if (!first || objectives[0] === undefined) throw new Error('a small event has players')
  const usual = { objective_id: objectives[0], ...first, source: 'stash:1', number: 1, timestamp: new Date(eventStart + 1000) }
  return ctx.db.transact((tx) =>
    appendFacts(
      tx,
      event.event_id,
      observations.map((one) => ({ ...usual, ...one })),
    ),
  )
}

async function expectRight() {
  expect(await verifyStandings(ctx.db, event.event_id)).toMatchObject({ differences: [], is_behind: false })
}
const listCheckpoints = async () =>
  (await ctx.db.selectFrom('engine_checkpoints').select('ledger_sequence').orderBy('ledger_sequence').execute()).map(
    (row) => row.ledger_sequence,
  )
/** A checkpoint of one fact, a number that was drawn in vain, and another fact behind it. */
async function leaveOne(): Promise<void> {
  const keeper = await open()
  await observe([{ number: 2 }])
  await keeper.step()
  await keeper.close()
  await sql`select nextval('ledger_sequence')`.execute(ctx.db)
  await observe([{ number: 5, source: 'stash:2' }])
}

test('whoever is killed at any moment, the next one goes on from a checkpoint and nothing is lost or counted twice', async () => {
  const pick = createPick(55)
  const one = <T>(list: readonly T[]) => list[pick(0, list.length - 1)] as T
  let keeper = await open({ every: 5, at_stop: 1, apart_ms: 0 })
  let taken = 0
  for (let round = 0; round < 24; round++) {
    await observe(
      Array.from({ length: pick(1, 6) }, () => ({
        ...one(players()),
        objective_id: one(objectives),
        source: one(['stash:1', 'stash:2', 'user:1', 'deposit:1']),
        number: pick(0, 6),
        // Late facts and facts of the same moment are common.
        timestamp: new Date(eventStart + pick(-2, 12) * 10_000),
      })),
    )
    if (round % 6 === 2) {
      const facts = (await listFactsAfter(ctx.db, event.event_id, 0, 1000)).filter(({ kind }) => kind === 'fact')
      await ctx.db.transact((tx) => retractFact(tx, one(facts).sequence, null, 'proof was wrong')).catch(() => undefined)
    }
    if (round % 6 === 4) {
      await ctx.db
        .updateTable('objectives')
        .set({ required_number: pick(1, 4) })
        .where('id', '=', one(objectives))
        .execute()
      await event.publish()
    }
    await world.clock.advance(1000)
    await keeper.step()
    if (pick(0, 2) > 0) continue
    // Killed, it leaves what it had stored; stopped, also what came last.
    if (pick(0, 1) > 0) await keeper.close()
    keeper = await open({ every: 5, at_stop: 1, apart_ms: 0 })
    taken += keeper.checkpoint === null ? 0 : 1
    await expectRight()
  }
  expect(taken).toBeGreaterThan(4)
  expect(ignored).toEqual([])
})

test('a takeover and a first receipt read only what came after the checkpoint', async () => {
  await leaveOne()
  const [checkpoint] = await listCheckpoints()
  const opened = await openEngine(ctx, event.event_id, Number.MAX_SAFE_INTEGER, world.clock.now())
  expect(opened).toMatchObject({ checkpoint, entries: 1 })
  await expectRightAfterTakeover(checkpoint ?? null)
  const [{ team_id }] = players() as [ReturnType<typeof players>[number]]
  const { receipt } = await explain(
    ctx,
    { id: event.event_id, deleted_people: 0 },
    objectives[0] as ObjectiveId,
    team_id,
    Number.MAX_SAFE_INTEGER,
  )
  expect(receipt).toMatchObject({ points: 30, number: 5, finished: true })
  expect(receipt.facts.map(({ verdict }) => verdict)).toEqual(['not_reached', 'counts'])
})

async function expectRightAfterTakeover(checkpoint: number | null) {
  const keeper = await open()
  expect(keeper.checkpoint).toBe(checkpoint)
  await keeper.step()
  await expectRight()
}

test('one is made after so many entries and no sooner than some time after the last; two are kept', async () => {
  const keeper = await open({ every: 2, at_stop: 2, apart_ms: 0 })
  const seen: number[] = []
  for (let number = 1; number <= 7; number++) {
    await observe([{ number }])
    await keeper.step()
    await expect.poll(listCheckpoints, patient).toHaveLength(Math.min(2, Math.ceil(number / 2)))
    seen.push(...(await listCheckpoints()))
  }
  await keeper.close()
  seen.push(...(await listCheckpoints()))
  // The definition is the first entry of the ledger.
  expect(new Set(seen).size).toBe(4)
  const eager = await open({ every: 1, at_stop: 2, apart_ms: 60_000 })
  const before = await listCheckpoints()
  await observe([{ number: 8 }])
  await eager.step()
  await observe([{ number: 9 }])
  await eager.step()
  await eager.close()
  expect((await listCheckpoints()).filter((sequence) => !before.includes(sequence))).toHaveLength(1)
})

test('a clean stop leaves one, when there is enough in it to be worth it', async () => {
  await observe(Array.from({ length: 998 }, (_, place) => ({ source: `stash:${place}` })))
  for (const expected of [0, 1]) {
    const supervisor = startScoringSupervisor(ctx, world.database_url)
    const isBehind = async () => (await verifyStandings(ctx.db, event.event_id))?.is_behind
    try {
      await expect.poll(isBehind, patient).toBe(false)
    } finally {
      await supervisor.close()
    }
    expect(await listCheckpoints()).toHaveLength(expected)
    await observe([{ source: 'stash:another' }])
  }
})

test('an old scorekeeper that stops late leaves none', async () => {
  const old = await open({ ...everything, every: 1000 })
  await observe([{}])
  await old.step()
  await open({ ...everything, every: 1000 })
  await old.close()
  expect(await listCheckpoints()).toEqual([])
})

describe('one that does not fit is ignored, and the log says why:', () => {
  const cases: [string, () => Promise<unknown>][] = [
    [
      'it was made by another version of the program',
      () => ctx.db.updateTable('engine_checkpoints').set({ rules_hash: 'x' }).execute(),
    ],
    [
      'its contents are damaged',
      () =>
        sql`update engine_checkpoints set payload = set_byte(payload, 20, 1 - sign(get_byte(payload, 20))::int)`.execute(ctx.db),
    ],
    [
      'it is of another definition',
      () => sql`update definition_changes set definition = jsonb_set(definition, '{presets,0,points}', '[9]')`.execute(ctx.db),
    ],
    ['facts have been changed or deleted since', () => ctx.db.updateTable('engine_checkpoints').set({ rewrites: 7 }).execute()],
    [
      'the ledger has no entry where it ends',
      () => sql`update engine_checkpoints set ledger_sequence = ledger_sequence + 1`.execute(ctx.db),
    ],
    [
      'it is from later than what is asked for, or the ledger has become shorter',
      () => sql`update engine_checkpoints set ledger_sequence = ledger_sequence + 1000000`.execute(ctx.db),
    ],
  ]
  test.each(cases)('%s', async (reason, spoil) => {
    await leaveOne()
    await spoil()
    await expectRightAfterTakeover(null)
    expect(ignored).toEqual([reason])
  })

  test('the one before it, which fits, is used', async () => {
    await leaveOne()
    const [first] = await listCheckpoints()
    const keeper = await open()
    await keeper.step()
    await keeper.close()
    await sql`update engine_checkpoints set payload = '' where ledger_sequence <> ${first}`.execute(ctx.db)
    await expectRightAfterTakeover(first ?? null)
    expect(ignored).toEqual(['its contents are damaged'])
  })
})

describe('when a user is deleted, whose facts then name nobody', () => {
  const values = () => objectives[3] as ObjectiveId
  let gone: UserId

  beforeEach(async () => {
    const [one, two] = players() as [ReturnType<typeof players>[number], ReturnType<typeof players>[number]]
    gone = one.user_id
    // Of two sources one speaks for each player; of nobody both do.
    await observe([
      { ...one, objective_id: values(), source: 'submission:1', number: 3 },
      { ...one, objective_id: values(), source: 'submission:2', number: 4 },
      { ...two, objective_id: values(), source: 'submission:3', number: 2 },
    ])
  })
  const remove = () => ctx.db.deleteFrom('users').where('id', '=', gone).execute()

  test('a scorekeeper and a receipt that had folded them read the ledger again', async () => {
    const keeper = await open()
    await keeper.step()
    const ask = () =>
      explain(ctx, { id: event.event_id, deleted_people: 0 }, values(), event.teams[0]?.id as never, Number.MAX_SAFE_INTEGER)
    expect((await ask()).receipt.number).toBe(6)
    await remove()
    await keeper.step()
    await expectRight()
    expect((await ask()).receipt.number).toBe(9)
  })

  test('no checkpoint keeps their number', async () => {
    const keeper = await open()
    await keeper.step()
    await keeper.close()
    expect(await listCheckpoints()).toHaveLength(1)
    await remove()
    expect(await listCheckpoints()).toEqual([])
    await expectRightAfterTakeover(null)
  })

  test('what only says where a fact comes from may go, and so may an objective, without reading all again', async () => {
    const keeper = await open()
    await keeper.step()
    await keeper.close()
    await ctx.db.updateTable('facts').set({ stash_snapshot_id: null, reason: 'said later' }).execute()
    await ctx.db
      .deleteFrom('objectives')
      .where('id', '=', objectives[0] as ObjectiveId)
      .execute()
    await event.publish()
    const [checkpoint] = await listCheckpoints()
    await expectRightAfterTakeover(checkpoint ?? null)
  })
})
