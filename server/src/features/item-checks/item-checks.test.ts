import type { GameItem } from '@muster/contract/game-api'
import type { ItemCoverage, ItemExample, ObjectiveItems } from '@muster/contract/item-checks'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { packItems, writeItems } from '../../ingestion/stash/stored-items.ts'
import { scanItems } from '../../jobs/scan-items.ts'
import { anEvent, anObjective, aTeam, aUser, insertRows, testNow } from '../../testing/builders.ts'
import { getEvent } from '../../testing/events.ts'
import { startTestServer } from '../../testing/server.ts'
import { useRole, useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const designer = useRole(server, 'objective_designer')
let event: Row<'events'>
let root: Row<'objectives'>
beforeEach(async () => {
  server.setNow(testNow)
  await server.db.deleteFrom('events').execute()
  event = await anEvent(server.db)
  root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'All' })
})

type Condition = { field: string; operator: string; value: string }
const baseIs = (value: string): Condition => ({ field: 'BASE_TYPE', operator: 'EQ', value })

async function add(name: string, conditions: readonly Condition[]) {
  const objective = await anObjective(server.db, event.id, { parent_id: root.id, name })
  await insertRows(server.db, 'conditions', conditions.map((one) => ({ objective_id: objective.id, ...one })) as never[])
  return objective
}

const call = (method: 'POST' | 'DELETE', path: string, body?: object) =>
  server.send(method, `/events/${event.id}${path}`, designer, body)
const readCoverage = async () => (await server.get(`/events/${event.id}/item-coverage`, designer)).json<ItemCoverage>()
const start = (body: object) => call('POST', '/item-scan', body)

const belt: GameItem = {
  id: 'a'.repeat(64),
  name: 'Mageblood',
  typeLine: 'Heavy Belt',
  baseType: 'Heavy Belt',
  frameType: 3,
  ilvl: 84,
}
const orb: GameItem = { id: 'b'.repeat(64), name: '', typeLine: 'Divine Orb', baseType: 'Divine Orb', frameType: 5, stackSize: 3 }

/** More than a scan takes at once in three snapshots. */
const many = Array.from({ length: 1500 }, () => ({ baseType: 'Heavy Belt' }))

async function aSnapshot(of: Row<'events'>, change_id: string, items: readonly GameItem[], more: object = {}) {
  const team = await aTeam(server.db, of.id)
  const row = { event_id: of.id, stash_id: 'tab', change_id, team_id: team.id, timestamp: new Date(testNow - 60_000) }
  await insertRows(server.db, 'stash_snapshots', { ...row, item_count: items.length, ...packItems(writeItems(items)), ...more })
}

/** Runs the scan's job for some rounds; state is kept in between. */
function startRunner() {
  const round = scanItems.start()
  return async (rounds = 1) => {
    for (let count = 0; count < rounds; count++) {
      const of = await getEvent(server.db, event.id)
      await round({ ctx: server.ctx, event: of, signal: new AbortController().signal, write: (use) => server.db.transact(use) })
    }
  }
}

describe('a scan of stored items', () => {
  it('counts different items of all events of the game for every item objective, and lists those without a match first', async () => {
    const found = await add('Belts', [baseIs('Heavy Belt')])
    const missed = await add('Misspelt', [baseIs('Heavy Bell')])
    const past = await anEvent(server.db, { name: 'Last Season' })
    await aSnapshot(past, '1', [belt, orb])
    await aSnapshot(past, '2', [belt, { ...belt, id: 'c'.repeat(64), name: '', frameType: 2 }])
    await aSnapshot(await anEvent(server.db, { game_version: 'poe2' }), '1', [belt])
    expect((await start({ source: 'stored' })).statusCode).toBe(204)
    expect((await readCoverage()).scans).toMatchObject([{ source: 'stored', state: 'waiting' }])
    await startRunner()(1)
    const { scans, objectives, stored_snapshots } = await readCoverage()
    expect(scans).toMatchObject([{ state: 'done', items: 4, done: 2, total: 2, ended_at: new Date(testNow).toISOString() }])
    expect(stored_snapshots).toBe(2)
    expect(objectives.map(({ objective_id, state }) => [objective_id, state])).toEqual([
      [missed.id, 'never'],
      [found.id, 'seen'],
    ])
    expect(objectives[1]?.scans).toEqual([
      {
        source: 'stored',
        matches: 2,
        first_at: new Date(testNow - 60_000).toISOString(),
        hits: [
          { name: 'Mageblood', base_type: 'Heavy Belt', place: 'Last Season', seen_at: new Date(testNow - 60_000).toISOString() },
          { name: '', base_type: 'Heavy Belt', place: 'Last Season', seen_at: new Date(testNow - 60_000).toISOString() },
        ],
        is_outdated: false,
      },
    ])
    expect(await server.db.selectFrom('facts').selectAll().execute()).toEqual([])
  })

  it('ignores the dates of objectives, and tests worn items where worn items count', async () => {
    const worn = await add('Worn', [baseIs('Heavy Belt'), { field: 'WORN_BY', operator: 'EQ', value: 'Witch' }])
    await server.db
      .updateTable('objectives')
      .set({ valid_to: new Date(0) })
      .where('id', '=', worn.id)
      .execute()
    await aSnapshot(event, '1', [{ ...belt, worn_by: 'Witch' }], { kind: 'worn' })
    await aSnapshot(event, '2', [{ ...belt, id: 'd'.repeat(64), worn_by: 'Witch' }])
    await start({ source: 'stored' })
    await startRunner()()
    expect((await readCoverage()).objectives).toMatchObject([
      { counts_from: 'characters', state: 'seen', scans: [{ matches: 1 }] },
    ])
  })

  it('is outdated for an objective whose conditions have changed since', async () => {
    const belts = await add('Belts', [baseIs('Heavy Belt')])
    await aSnapshot(event, '1', [belt])
    await start({ source: 'stored' })
    await startRunner()()
    await server.db.updateTable('conditions').set({ value: 'Divine Orb' }).where('objective_id', '=', belts.id).execute()
    expect((await readCoverage()).objectives).toMatchObject([{ state: 'never', scans: [{ matches: 1, is_outdated: true }] }])
  })

  it('stops when asked, and ends when another scan begins', async () => {
    await add('Belts', [baseIs('Heavy Belt')])
    for (let page = 0; page < 3; page++) await aSnapshot(event, String(page), many)
    await start({ source: 'stored', seconds: 60 })
    const run = startRunner()
    await run()
    expect((await readCoverage()).scans).toMatchObject([{ state: 'running', done: 2, total: 3 }])
    await start({ source: 'stored', seconds: 60 })
    expect((await readCoverage()).scans).toMatchObject([{ state: 'waiting', done: 0 }])
    await run()
    expect((await readCoverage()).scans).toMatchObject([{ state: 'running', done: 2 }])
    expect((await call('DELETE', '/item-scan')).statusCode).toBe(204)
    await run()
    expect((await readCoverage()).scans).toMatchObject([{ state: 'stopped', done: 2 }])
    const job = await server.db.selectFrom('jobs').select('end_date').executeTakeFirstOrThrow()
    expect(job.end_date.getTime()).toBe(testNow)
    expect((await server.get('/jobs', await server.as(await admin()))).json()).toEqual([])
  })

  it('ends at its time limit, with the items it has read', async () => {
    await add('Belts', [baseIs('Heavy Belt')])
    for (let page = 0; page < 3; page++) await aSnapshot(event, String(page), many)
    await start({ source: 'stored', seconds: 60 })
    const run = startRunner()
    await run()
    server.setNow(testNow + 60_000)
    await run()
    expect((await readCoverage()).scans).toMatchObject([{ state: 'done', done: 2, total: 3 }])
  })
})

const admin = () => aUser(server.db, { permissions: ['admin'] })

describe('a saved item', () => {
  const save = (objective: Row<'objectives'>, body: object) => call('POST', `/objectives/${objective.id}/item-examples`, body)
  const edit = (objective: Row<'objectives'>, conditions: readonly Condition[], more: object = {}) =>
    call('POST', '/definition/edits', {
      edits: [
        {
          kind: 'save_objective',
          objective: {
            id: objective.id,
            parent_id: root.id,
            name: objective.name,
            objective_type: 'ITEM',
            aggregation: 'EARLIEST',
            number_field: 'STACK_SIZE',
            required_number: 1,
            conditions,
          },
        },
      ],
      ...more,
    })

  it('covers its objective, and an edit that breaks it needs a confirmation', async () => {
    const belts = await add('Belts', [baseIs('Heavy Belt')])
    const must = (await save(belts, { must_match: true, item: belt })).json<ItemExample>()
    expect(must).toMatchObject({ name: 'Mageblood', base_type: 'Heavy Belt', holds: true })
    await save(belts, { must_match: false, text: JSON.stringify(orb) })
    expect((await readCoverage()).objectives).toMatchObject([{ state: 'example', examples: 2, failing: 0 }])
    const refused = await edit(belts, [baseIs('Divine Orb')])
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'breaks_examples',
      problems: [
        { problem: '“Mageblood, Heavy Belt” must match “Belts”, and no longer would' },
        { problem: '“Divine Orb” must not match “Belts”, and would' },
      ],
    })
    expect((await edit(belts, [baseIs('Divine Orb')], { breaks_examples: true })).statusCode).toBe(200)
    expect((await readCoverage()).objectives).toMatchObject([{ state: 'never', examples: 2, failing: 2 }])
    // Reverting the edit breaks nothing.
    expect((await edit(belts, [baseIs('Heavy Belt')])).statusCode).toBe(200)
    const { examples } = (await server.get(`/events/${event.id}/objectives/${belts.id}/items`, designer)).json<ObjectiveItems>()
    expect(examples.map(({ must_match, holds }) => [must_match, holds])).toEqual([
      [true, true],
      [false, true],
    ])
    expect((await call('DELETE', `/item-examples/${must.id}`)).statusCode).toBe(204)
    expect((await call('DELETE', `/item-examples/${must.id}`)).statusCode).toBe(404)
    expect((await readCoverage()).objectives).toMatchObject([{ state: 'never', examples: 1 }])
  })

  it('belongs to an item objective of the event, and is limited', async () => {
    const belts = await add('Belts', [baseIs('Heavy Belt')])
    expect((await save(root, { must_match: true, item: belt })).statusCode).toBe(400)
    expect((await save({ ...belts, id: 1_000_000 as never }, { must_match: true, item: belt })).statusCode).toBe(404)
    expect((await save(belts, { must_match: true })).statusCode).toBe(400)
    expect((await save(belts, { must_match: true, item: { ...belt, flavourText: ['x'.repeat(20_000)] } })).statusCode).toBe(400)
    await sql`insert into item_examples (objective_id, must_match, item, holds, added_at)
      select ${belts.id}, true, '{}', false, now() from generate_series(1, 20)`.execute(server.db)
    expect((await save(belts, { must_match: true, item: belt })).statusCode).toBe(400)
  })
})

it('a server without a client of the game says what works instead of the live stream', async () => {
  const without = await startTestServer({ game: null })
  const of = await anEvent(without.db)
  const headers = await without.as(await aUser(without.db, { permissions: ['objective_designer'] }))
  const answer = await without.send('POST', `/events/${of.id}/item-scan`, headers, { source: 'stream' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: expect.stringContaining('Stored items can be scanned instead') as string })
  const coverage = (await without.get(`/events/${of.id}/item-coverage`, headers)).json<ItemCoverage>()
  expect(coverage.stream_problem).toMatch(/no client of the game/)
  expect((await without.send('POST', `/events/${of.id}/item-scan`, headers, { source: 'stored' })).statusCode).toBe(204)
  await without.close()
})
