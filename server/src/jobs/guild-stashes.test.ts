import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordDefinition } from '../db/definition.ts'
import { lockGuildTabs } from '../db/ledger.ts'
import type { GameGateway } from '../gateways/game/gateway.ts'
import { anObjective, insertRows } from '../testing/builders.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { determineGuildStashAccess } from './determine-guild-stash-access.ts'
import { evaluateStashChanges } from './evaluate-stash-changes.ts'
import { fetchGuildStashes } from './fetch-guild-stashes.ts'
import type { Round } from './job.ts'
import { getEvent } from '../testing/events.ts'
import { useOpened } from '../testing/use-server.ts'

const minutes = (count: number) => count * 60_000

const world = useOpened(() => startSimulatedEvent({ hours: 1 }))
let lead: string
let mate: string

beforeAll(async () => {
  const [first, second] = world.players
  ;[lead, mate] = [first?.account_name ?? '', second?.account_name ?? '']
})
beforeEach(async () => {
  const { db } = world.ctx
  world.simulator.faults.clear()
  for (const account of [lead, mate]) world.simulator.inject({ kind: 'guild_rank', account, rank: 'leader' })
  for (const table of ['guild_stash_tabs', 'guild_stash_polls', 'stash_snapshots', 'facts', 'evaluation_cursors'] as const) {
    await db.deleteFrom(table).execute()
  }
})

const tabs = () => world.ctx.db.selectFrom('guild_stash_tabs').selectAll().orderBy('index').orderBy('id').execute()
/** A tab of the first team, by the name and type that the simulated world gave it. */
async function find(type: string, folder_name: string | null = null) {
  const team_id = world.players[0]?.team_id
  const found = (await tabs()).find((one) => one.type === type && one.folder_name === folder_name && one.team_id === team_id)
  if (!found) throw new Error(`no tab of type ${type}`)
  return found
}
async function seers(tab_id: string) {
  const rows = await world.ctx.db.selectFrom('guild_stash_access').select('user_id').where('tab_id', '=', tab_id).execute()
  return world.players.filter((player) => rows.some((row) => row.user_id === player.user_id)).map((player) => player.account_name)
}
const snapshots = (stash_id: string) =>
  world.ctx.db.selectFrom('stash_snapshots').selectAll().where('stash_id', '=', stash_id).orderBy('id').execute()
const polls = () => world.ctx.db.selectFrom('guild_stash_polls').selectAll().orderBy('user_id').execute()
const switchOn = (id: string) =>
  world.ctx.db
    .updateTable('guild_stash_tabs')
    .set({ fetch_enabled: true })
    .where((w) => w.or([w('id', '=', id), w('parent_id', '=', id)]))
    .execute()
const asked = (path: string) => world.simulator.requests.list(500).filter((request) => request.path.includes(path))
const drop = (tab: string | number, name = 'Tabula Rasa') =>
  world.simulator.inject({ kind: 'guild_deposit', account: lead, item: { family: 'unique', name }, tab })

/** Reads the access, switches the tab on and fetches it once. */
async function open(type: string) {
  await world.run(determineGuildStashAccess)
  const tab = await find(type)
  await switchOn(tab.id)
  await world.run(fetchGuildStashes, 3)
  return find(type)
}

describe('DetermineGuildStashAccess', () => {
  test('finds every tab with its appearance, initially off, and who can see it; folders are replaced by their contents', async () => {
    world.simulator.inject({ kind: 'guild_rank', account: mate, rank: 'member' })
    await world.run(determineGuildStashAccess)
    expect(await find('QuadStash')).toMatchObject({
      name: 'drops',
      index: 1,
      folder_name: null,
      fetch_enabled: false,
      fetched_at: null,
      color: expect.stringMatching(/^[0-9a-f]{6}$/),
    })
    expect((await tabs()).filter((tab) => tab.type === 'Folder')).toEqual([])
    expect(await find('PremiumStash', 'Bank')).toMatchObject({ name: 'drops', folder_name: 'Bank' })
    const officers = (await tabs()).find((tab) => tab.name.startsWith('officers') && tab.team_id === world.players[0]?.team_id)
    expect(await seers(officers?.id ?? '')).toEqual([lead])
    expect(await seers((await find('QuadStash')).id)).toEqual([lead, mate])
  })

  test("each list is read with the player's own token, and again half an hour later", async () => {
    await world.run(determineGuildStashAccess)
    const once = asked('/guild/stash/').length
    await world.run(determineGuildStashAccess)
    expect(asked('/guild/stash/')).toHaveLength(once)
    world.simulator.step(minutes(31))
    await world.run(determineGuildStashAccess)
    expect(asked('/guild/stash/')).toHaveLength(once + world.players.length)
  })

  test('an event can choose another time between two lists', async () => {
    const choose = (read_tab_access_seconds: number | null) =>
      world.ctx.db.updateTable('events').set({ read_tab_access_seconds }).execute()
    await choose(300)
    await world.run(determineGuildStashAccess)
    const once = asked('/guild/stash/').length
    world.simulator.step(minutes(6))
    await world.run(determineGuildStashAccess)
    await choose(null)
    expect(asked('/guild/stash/')).toHaveLength(once + world.players.length)
  })

  test('a player who left the guild loses access; a renamed tab gets its name; fetched content stays', async () => {
    const before = await open('QuadStash')
    world.simulator.inject({ kind: 'guild_tab_rename', account: lead, tab: before.id, name: 'drops ✦ 2' })
    world.simulator.inject({ kind: 'guild_rank', account: mate, rank: 'none' })
    world.simulator.step(minutes(31))
    await world.run(determineGuildStashAccess)
    expect(await find('QuadStash')).toMatchObject({ id: before.id, name: 'drops ✦ 2', fetch_enabled: true })
    expect(await seers(before.id)).toEqual([lead])
    world.simulator.inject({ kind: 'guild_tab_rename', account: lead, tab: before.id, name: 'drops' })
  })

  test('a player who did not grant the scope is skipped and told to reconnect', async () => {
    const { user_id } = world.players[0] ?? {}
    const granted = await world.ctx.db.selectFrom('accounts').selectAll().execute()
    await world.ctx.db
      .updateTable('accounts')
      .set({ scopes: ['account:profile'] })
      .execute()
    const before = asked('/guild/stash/').length
    await world.run(determineGuildStashAccess)
    expect(asked('/guild/stash/')).toHaveLength(before)
    expect((await polls()).find((poll) => poll.user_id === user_id)?.last_error).toMatch(/reconnect the game account/)
    await world.ctx.db
      .updateTable('accounts')
      .set({ scopes: granted[0]?.scopes ?? [] })
      .execute()
  })

  test('after a failure the previous access stays valid, and the next try comes later', async () => {
    await world.run(determineGuildStashAccess)
    const { id } = await find('QuadStash')
    world.simulator.faults.add({ effect: 'api.500', match: { route: '/guild' }, when: { count: 2 }, parameters: {} })
    world.simulator.step(minutes(31))
    await world.run(determineGuildStashAccess)
    expect(await seers(id)).toEqual([lead, mate])
    const errors = (await polls()).map((poll) => `${poll.failures_in_a_row} ${poll.last_error}`)
    const failed = '1 unavailable: status 500'
    expect(errors.toSorted((a, b) => a.localeCompare(b))).toEqual(['0 null', '0 null', failed, failed])
  })
})

describe('FetchGuildStashes', () => {
  test('leaves the lists to their own job, and reads them where that job does not run', async () => {
    const { ctx, event_id } = world
    const before = asked('/guild/stash/').length
    const end_date = new Date(ctx.clock.now() + minutes(60))
    await insertRows(ctx.db, 'jobs', { event_id, job_type: 'DetermineGuildStashAccess', end_date })
    await world.run(fetchGuildStashes)
    expect([await polls(), asked('/guild/stash/').length]).toEqual([[], before])
    await ctx.db.deleteFrom('jobs').where('job_type', '=', 'DetermineGuildStashAccess').execute()
    await world.run(fetchGuildStashes)
    expect(await polls()).not.toEqual([])
    expect(asked('/guild/stash/').length).toBeGreaterThan(before)
  })

  test('fetches only tabs that are switched on', async () => {
    drop(1)
    const tab = await open('QuadStash')
    expect(tab).toMatchObject({ fetched_at: expect.any(Date), last_error: null })
    expect(tab.item_count).toBeGreaterThan(0)
    expect((await tabs()).filter((one) => one.fetched_at !== null).map((one) => one.id)).toEqual([tab.id])
    expect((await snapshots(tab.id)).map((row) => [row.team_id, row.user_id, row.item_count])).toEqual([
      [tab.team_id, null, tab.item_count],
    ])
  })

  test('its snapshots become facts of the team, like facts of public tabs', async () => {
    const { db } = world.ctx
    const objective = await anObjective(db, world.event_id, { name: 'Headhunter' })
    await insertRows(db, 'conditions', { objective_id: objective.id, field: 'NAME', operator: 'EQ', value: 'Headhunter' })
    const why = { timestamp: new Date(world.simulator.clock.now()), author_id: null, reason: 'test' }
    await db.transact((tx) => recordDefinition(tx, world.event_id, why))
    const { item_id = '' } = drop(1, 'Headhunter')
    const tab = await open('QuadStash')
    await world.run(evaluateStashChanges)
    const facts = () => db.selectFrom('facts').selectAll().orderBy('sequence').execute()
    const fact = { objective_id: objective.id, team_id: tab.team_id, user_id: null, source: `stash:${tab.id}` }
    expect(await facts()).toEqual([expect.objectContaining({ ...fact, number: 1 })])
    world.simulator.inject({ kind: 'guild_withdraw', account: lead, item_id })
    world.simulator.step(minutes(2))
    await world.run(fetchGuildStashes)
    await world.run(evaluateStashChanges)
    expect((await facts()).map((one) => one.number)).toEqual([1, 0])
  })

  test('an unchanged tab is recorded as seen, a changed tab is stored, and an unstored tab is not cached', async () => {
    const { ctx } = world
    drop(1)
    const tab = await open('QuadStash')
    const event = await getEvent(ctx.db, world.event_id)
    const round = fetchGuildStashes.start()
    const look = async (write: Round['write'] = (use) => ctx.db.transact(use)) => {
      world.simulator.step(minutes(2))
      const at = world.simulator.clock.now()
      await round({ ctx, event, signal: new AbortController().signal, write })
      const seen = await find('QuadStash')
      return { seen, is_noted: seen.fetched_at?.getTime() === at }
    }
    const first = await look()
    await ctx.db.updateTable('guild_stash_tabs').set({ content: null }).where('id', '=', tab.id).execute()
    const same = await look()
    expect([first.is_noted, same.is_noted, same.seen.content]).toEqual([true, true, null])
    expect(same.seen.due_at.getTime() - (same.seen.fetched_at?.getTime() ?? 0)).toBe(minutes(1))
    drop(1)
    const lost = look((use) =>
      ctx.db.transact(async (tx) => {
        await use(tx)
        throw new Error('the connection broke before the end of the answer')
      }),
    )
    await expect(lost).rejects.toThrow(/connection broke/)
    const again = await look()
    expect([again.seen.item_count, again.seen.content === null]).toEqual([tab.item_count + 1, false])
  })

  test('a tab that stays unchanged is fetched half as often until it changes', async () => {
    drop(1)
    await open('QuadStash')
    const { ctx } = world
    const event = await getEvent(ctx.db, world.event_id)
    const round = fetchGuildStashes.start()
    const write: Round['write'] = (use) => ctx.db.transact(use)
    const pauses: number[] = []
    const look = async () => {
      world.simulator.step(minutes(2))
      await round({ ctx, event, signal: new AbortController().signal, write })
      const { due_at, fetched_at } = await find('QuadStash')
      pauses.push((due_at.getTime() - (fetched_at?.getTime() ?? 0)) / minutes(1))
    }
    for (let count = 0; count < 3; count++) await look()
    drop(1)
    await look()
    expect(pauses).toEqual([1, 1, 2, 1])
  })

  test('a tab is stored as empty only after two empty answers in a row', async () => {
    drop(1)
    const tab = await open('QuadStash')
    const before = (await snapshots(tab.id)).length
    world.simulator.faults.add({ effect: 'stash.empty_glitch', match: {}, when: { count: 1 }, parameters: {} })
    world.simulator.step(minutes(2))
    await world.run(fetchGuildStashes)
    expect(await find('QuadStash')).toMatchObject({ is_empty_unconfirmed: true, item_count: tab.item_count })
    world.simulator.step(11_000)
    await world.run(fetchGuildStashes)
    expect(await find('QuadStash')).toMatchObject({ is_empty_unconfirmed: false })
    const counts = (await snapshots(tab.id)).slice(before).map((row) => row.item_count)
    expect(counts).not.toContain(0)
    world.simulator.faults.add({ effect: 'stash.empty_glitch', match: {}, when: { count: 2 }, parameters: {} })
    world.simulator.step(minutes(2))
    await world.run(fetchGuildStashes)
    world.simulator.step(11_000)
    await world.run(fetchGuildStashes)
    expect((await snapshots(tab.id)).at(-1)?.item_count).toBe(0)
  })

  test('a collection is fetched part by part; each part is named after its items', async () => {
    drop('Uniques')
    drop('Uniques', 'Headhunter')
    const collection = await open('UniqueStash')
    const parts = (await tabs()).filter((tab) => tab.parent_id === collection.id)
    expect(parts.map((part) => part.name)).toEqual(expect.arrayContaining(['Belt', 'Body Armour']))
    expect(parts.every((part) => part.item_count > 0 && part.fetch_enabled)).toBe(true)
    expect(await snapshots(parts[0]?.id ?? '')).toHaveLength(1)
    expect(await seers(parts[0]?.id ?? '')).toEqual([lead, mate])
    const requests = () => asked(`/${collection.id}/`).length
    const before = requests()
    world.simulator.step(61_000)
    await world.run(fetchGuildStashes)
    expect(requests() - before).toBeLessThan(parts.length)
  })

  test('a requested tab comes before one with a longer wait', async () => {
    await world.run(determineGuildStashAccess)
    const [quad, maps] = [await find('QuadStash'), await find('PremiumStash')]
    await switchOn(quad.id)
    await switchOn(maps.id)
    const { ctx } = world
    const later = new Date(ctx.clock.now() + minutes(10))
    const wanted_at = new Date(ctx.clock.now())
    await ctx.db.updateTable('guild_stash_tabs').set({ due_at: later, wanted_at }).where('id', '=', maps.id).execute()
    // In the order of requests; answers may arrive in another order.
    const order: string[] = []
    const fetchGuildTab: GameGateway['fetchGuildTab'] = (...asked) => {
      order.push(asked[2].id)
      return ctx.game.fetchGuildTab(...asked)
    }
    const there = { ...ctx, game: { ...ctx.game, fetchGuildTab } }
    const event = await getEvent(ctx.db, world.event_id)
    const round = fetchGuildStashes.start()
    const write: Round['write'] = (use) => ctx.db.transact(use)
    for (let count = 0; count < 3; count++) await round({ ctx: there, event, signal: new AbortController().signal, write })
    expect(order).toEqual([maps.id, quad.id])
    expect(await find('PremiumStash')).toMatchObject({ wanted_at: null, fetched_at: expect.any(Date) })
  })

  test('the least recently used token opens the tab', async () => {
    const tab = await open('QuadStash')
    for (let round = 0; round < 3; round++) {
      world.simulator.step(minutes(2))
      await world.run(fetchGuildStashes)
    }
    const users = asked(`/${tab.id}`).map((request) => request.account)
    expect(users.length).toBeGreaterThanOrEqual(4)
    expect(new Set(users.slice(-2))).toEqual(new Set([lead, mate]))
  })

  test('when one player loses access another opens the tab; when none is left, the tab says so and keeps its content', async () => {
    drop(1)
    const tab = await open('QuadStash')
    world.simulator.inject({ kind: 'guild_rank', account: mate, rank: 'none' })
    for (let round = 0; round < 2; round++) {
      world.simulator.step(minutes(2))
      await world.run(fetchGuildStashes)
    }
    expect(await find('QuadStash')).toMatchObject({ last_error: null })
    expect(await seers(tab.id)).toEqual([lead])
    world.simulator.inject({ kind: 'guild_rank', account: lead, rank: 'none' })
    world.simulator.step(minutes(2))
    await world.run(fetchGuildStashes)
    const lost = await find('QuadStash')
    expect(lost.last_error).toMatch(/missing|No player/)
    expect(lost.item_count).toBeGreaterThan(0)
    expect((await snapshots(tab.id)).at(-1)?.item_count).toBeGreaterThan(0)
  })

  test('while the game is down, the tab keeps its content and is requested again later', async () => {
    const tab = await open('QuadStash')
    world.simulator.faults.add({ effect: 'api.500', match: { route: '/guild' }, when: { count: 1 }, parameters: {} })
    world.simulator.step(minutes(2))
    await world.run(fetchGuildStashes)
    expect(await find('QuadStash')).toMatchObject({ last_error: 'unavailable: status 500', failures_in_a_row: 1 })
    world.simulator.step(minutes(2))
    await world.run(fetchGuildStashes)
    expect(await find('QuadStash')).toMatchObject({ id: tab.id, last_error: null, failures_in_a_row: 0 })
  })
})

test('the second game has no guild stashes, and the jobs report that', async () => {
  await world.ctx.db.updateTable('events').set({ game_version: 'poe2' }).execute()
  const refused = [{ ok: false, error: expect.stringContaining('Path of Exile 2') }]
  expect(await world.run(fetchGuildStashes)).toMatchObject(refused)
  expect(await world.run(determineGuildStashAccess)).toMatchObject(refused)
  await world.ctx.db.updateTable('events').set({ game_version: 'poe1' }).execute()
})

test('the simulated game reports no violations', () => {
  expect(world.simulator.requests.totals().complaints).toEqual({})
})

test.each([
  ['the check of access', determineGuildStashAccess],
  ['the fetching of tabs', fetchGuildStashes],
])('%s waits while another process writes tabs of the event, so that they cannot deadlock', async (_, job) => {
  const { db } = world.ctx
  await open('QuadStash')
  await db
    .updateTable('guild_stash_polls')
    .set({ due_at: new Date(0) })
    .execute()
  await db
    .updateTable('guild_stash_tabs')
    .set({ due_at: new Date(0) })
    .execute()
  const held = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const holder = db.transact(async (tx) => {
    lockGuildTabs(tx, world.event_id)
    await sql`select`.execute(tx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const running = world.run(job)
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where not granted and locktype = 'advisory' and datname = current_database()`.execute(db)
    return rows[0]?.waiting
  }
  await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 20_000 })
  free.resolve()
  await Promise.all([holder, running])
  expect((await polls()).map((poll) => poll.last_error)).toEqual((await polls()).map(() => null))
})
