import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import type { ItemField } from '@muster/contract/conditions'
import { ascendancyNodesOf, baseClasses } from '@muster/simulator/world/classes'
import { assert, describe, expect, onTestFinished, test } from 'vitest'
import { loadToken } from '../features/login/connection-token.ts'
import { type BuildMemory, loadNewestBuilds, readBuild, recordBuilds } from '../ingestion/characters/builds.ts'
import { useReadCharacters } from '../testing/simulated-event.ts'
import { fetchCharacterData } from './fetch-character-data.ts'
import type { Round } from './job.ts'
import { anObjective, insertRows } from '../testing/builders.ts'
import { getEvent } from '../testing/events.ts'
import { evaluateStashChanges } from './evaluate-stash-changes.ts'

const minutes = (count: number) => count * 60_000

const world = useReadCharacters()

const builds = () => world.ctx.db.selectFrom('character_builds').selectAll().orderBy('id').execute()
const trees = () => world.ctx.db.selectFrom('atlas_trees').selectAll().orderBy('id').execute()
const polls = () => world.ctx.db.selectFrom('character_polls').selectAll().orderBy('user_id').execute()

/** All references in the text to a missing item or passive node. */
function findBroken(xml: string): string[] {
  const ids = (pattern: RegExp) => [...xml.matchAll(pattern)].map((match) => match[1] ?? '')
  const known = new Set(ids(/<Item id="(\d+)"/g))
  return ids(/ itemId="(\d+)"/g).filter((id) => !known.has(id))
}

/** Elements that were opened but not closed, in order; empty for well-formed text. */
function findOpen(xml: string): string[] {
  const open: string[] = []
  for (const [, close, name = '', self] of xml.matchAll(/<(\/?)([A-Za-z]+)[^<>]*?(\/?)>/g)) {
    if (close && open.pop() !== name) return [`${name} was not open`]
    if (!close && !self) open.push(name)
  }
  return open
}

describe('builds', () => {
  test('every tracked character has a build that can be imported', async () => {
    const rows = await builds()
    expect(rows).toHaveLength(world.players.length)
    for (const row of rows) {
      const xml = inflateSync(row.export).toString()
      expect(row.export[0]).toBe(0x78)
      expect(findOpen(xml)).toEqual([])
      expect(findBroken(xml)).toEqual([])
      expect(xml).toContain(`<Build level="${row.level}"`)
      expect(xml.match(/<Slot /g)?.length).toBeGreaterThan(10)
      expect(row.main_skill).not.toBe('')
    }
    const skills = await world.ctx.db.selectFrom('characters').select('main_skill').where('is_tracked', '=', true).execute()
    expect(skills.map((row) => row.main_skill).toSorted()).toEqual(rows.map((row) => row.main_skill).toSorted())
  })

  test('are stored when something changed: at most once every five minutes, in the latest state', async () => {
    const before = await builds()
    await world.ctx.db
      .updateTable('character_polls')
      .set({ detail_due_at: new Date(0) })
      .execute()
    await world.run(fetchCharacterData)
    expect((await builds()).map((row) => row.id)).toEqual(before.map((row) => row.id))
    const [player] = world.players
    world.simulator.inject({ kind: 'level', account: player?.account_name ?? '', level: 92 })
    world.simulator.step(minutes(3))
    await world.run(fetchCharacterData)
    const soon = await builds()
    expect(soon.map((row) => row.id)).toEqual(before.map((row) => row.id))
    expect(soon.map((row) => row.level)).toContain(92)
    world.simulator.inject({ kind: 'level', account: player?.account_name ?? '', level: 95 })
    world.simulator.step(minutes(20))
    await world.run(fetchCharacterData)
    expect((await builds()).length).toBeGreaterThan(before.length)
  })
})

describe('an idle player', () => {
  test('is polled rarely, and immediately when the ladder shows new activity', async () => {
    const { ctx, simulator } = world
    const player = world.players[1]
    const user_id = player?.user_id
    const later = new Date(ctx.clock.now() + minutes(20))
    await ctx.db.updateTable('character_polls').set({ detail_due_at: later, list_due_at: later }).execute()
    simulator.inject({ kind: 'level', account: player?.account_name ?? '', level: 99 })
    simulator.step(minutes(2))
    await world.run(fetchCharacterData)
    const woken = (await polls()).find((poll) => poll.user_id === user_id)
    expect(woken?.detail_due_at.getTime()).toBeLessThanOrEqual(ctx.clock.now())
    await world.run(fetchCharacterData)
    const build = await ctx.db
      .selectFrom('character_builds')
      .innerJoin('characters', 'characters.id', 'character_builds.character_id')
      .select('character_builds.level')
      .where('user_id', '=', user_id ?? null)
      .orderBy('character_builds.id', 'desc')
      .executeTakeFirst()
    expect(build?.level).toBe(99)
  })
})

describe('a received answer', () => {
  test('counts from that moment, even if other requests are delayed', async () => {
    const { ctx, simulator, players } = world
    const [early, late] = players
    assert(early && late)
    for (const { account_name } of players) simulator.inject({ kind: 'level', account: account_name, level: 91 })
    // The first answer is the early player's; the late player's comes a quarter of an hour later.
    await ctx.db
      .updateTable('character_polls')
      .set({ detail_due_at: new Date(0) })
      .execute()
    const received = new Map<string, number>()
    const isEarlyHere = Promise.withResolvers<void>()
    const late_id = simulator.world.findAccount(late.account_name)?.uuid
    const early_id = simulator.world.findAccount(early.account_name)?.uuid
    const fetchCharacter: typeof ctx.game.fetchCharacter = async (account, ...more) => {
      if (account.account_id === late_id) {
        await isEarlyHere.promise
        // The caller has processed the answer.
        await setImmediate()
        simulator.step(minutes(15))
      }
      const answer = await ctx.game.fetchCharacter(account, ...more)
      received.set(account.account_id, ctx.clock.now())
      if (account.account_id === early_id) isEarlyHere.resolve()
      return answer
    }
    await world.run(fetchCharacterData, 1, { ...ctx, game: { ...ctx.game, fetchCharacter } })
    const readings = await ctx.db
      .selectFrom('character_readings')
      .select(['user_id', 'timestamp'])
      .where('source', '=', 'detail')
      .where('level', '=', 91)
      .execute()
    const readAt = ({ user_id }: typeof early) => readings.find((row) => row.user_id === user_id)?.timestamp.getTime()
    expect([readAt(early), readAt(late)]).toEqual([received.get(early_id ?? ''), received.get(late_id ?? '')])
    expect((readAt(late) ?? 0) - (readAt(early) ?? 0)).toBeGreaterThanOrEqual(minutes(15))
  })
})

describe('a build stored under the current lease', () => {
  test('is not written as text again while the character has the same fingerprint', async () => {
    const { ctx, event_id } = world
    const event = await getEvent(ctx.db, event_id)
    const player = await ctx.db
      .selectFrom('characters')
      .innerJoin('accounts', 'accounts.user_id', 'characters.user_id')
      .select(['characters.name', 'accounts.user_id', 'accounts.account_id'])
      .where('is_tracked', '=', true)
      .executeTakeFirstOrThrow()
    const token = await loadToken(ctx, player.user_id, 'poe')
    assert(token.ok)
    const answer = await ctx.game.fetchCharacter(
      { account_id: player.account_id, access_token: token.access_token },
      'poe1',
      player.name,
    )
    assert(answer.ok && answer.value.content)
    const seen = answer.value.content
    const at = new Date(ctx.clock.now())
    const record = (character: typeof seen, fingerprint: string, memory: BuildMemory) =>
      ctx.db.transact(async (tx) => {
        const build = readBuild(character, fingerprint, memory)
        const seenBuilds = build ? [build] : []
        return recordBuilds(tx, event, seenBuilds, at, await loadNewestBuilds(tx, event.id, seenBuilds))
      })
    const stored = await record(seen, 'first', new Map())
    expect(stored).toEqual(new Map([[seen.id, 'first']]))
    expect(await record({ ...seen, experience: seen.experience + 1 }, 'first', stored)).toEqual(new Map())
    expect(await record({ ...seen, level: seen.level + 1 }, 'second', stored)).toEqual(new Map([[seen.id, 'second']]))
  })
})

describe('points of an ascendancy', () => {
  test('are recognised by the imported tree, and not guessed without one', async () => {
    const data_dir = mkdtempSync(join(tmpdir(), 'muster-trees-'))
    onTestFinished(() => rmSync(data_dir, { recursive: true, force: true }))
    const { ctx, simulator } = world
    const read = async (folder: string) => {
      await ctx.db
        .updateTable('character_polls')
        .set({ detail_due_at: new Date(0) })
        .execute()
      const event = await getEvent(ctx.db, world.event_id)
      const round = fetchCharacterData.start()
      const write: Round['write'] = (use) => ctx.db.transact(use)
      const there = { ...ctx, config: { ...ctx.config, data_dir: folder } }
      await round({ ctx: there, event, signal: new AbortController().signal, write })
      return ctx.db.selectFrom('characters').select(['name', 'ascendancy_points']).where('is_tracked', '=', true).execute()
    }
    expect((await read(data_dir)).map((row) => row.ascendancy_points)).toEqual(world.players.map(() => 0))
    const nodes = baseClasses.flatMap(({ ascendancies }) =>
      ascendancies.flatMap((ascendancy) =>
        ascendancyNodesOf(ascendancy).map((id, at) => {
          const kind = at === 0 ? 'start' : 'normal'
          return { id, name: '', kind, stats: [], ascendancy, x: 0, y: 0 }
        }),
      ),
    )
    const tree = { game_version: 'poe1', kind: 'passive', patch: '3_29', nodes, edges: [] }
    writeFileSync(join(data_dir, 'tree.poe1.passive.3_29.json'), JSON.stringify(tree))
    const truth = new Map(
      simulator.world.accounts.flatMap(({ characters }) =>
        characters.map(({ name, record }) => [name, record.ascendancy_points] as const),
      ),
    )
    const rows = await read(data_dir)
    expect(rows.map((row) => row.ascendancy_points)).toEqual(rows.map((row) => truth.get(row.name)))
    expect(Math.max(...rows.map((row) => row.ascendancy_points))).toBeGreaterThan(0)
  })
})

describe('the atlas', () => {
  test('is stored per tree when it has grown, and counts for the character', async () => {
    const before = await trees()
    expect(before.length).toBeGreaterThan(0)
    for (const player of world.players) world.simulator.inject({ kind: 'level', account: player.account_name, level: 96 })
    world.simulator.step(minutes(300))
    await world.run(fetchCharacterData, 2)
    const after = await trees()
    expect(after.length).toBeGreaterThan(before.length)
    const newest = after.findLast((row) => row.index === 0)
    const character = await world.ctx.db
      .selectFrom('characters')
      .select('atlas_node_count')
      .where('user_id', '=', newest?.user_id ?? (0 as never))
      .where('is_tracked', '=', true)
      .executeTakeFirstOrThrow()
    expect(character.atlas_node_count).toBe(newest?.nodes.length)
  })

  test('is requested again only when due, and after a failed read', async () => {
    const due = (await polls()).map((poll) => poll.atlas_due_at)
    const known = (await trees()).length
    await world.run(fetchCharacterData)
    expect((await polls()).map((poll) => poll.atlas_due_at)).toEqual(due)
    await world.ctx.db
      .updateTable('character_polls')
      .set({ atlas_due_at: new Date(0) })
      .execute()
    world.simulator.faults.add({ effect: 'api.500', match: { route: '/league-account' }, when: { count: 2 }, parameters: {} })
    await world.run(fetchCharacterData)
    const errors = (await polls()).map((poll) => poll.last_error).filter((error) => error !== null)
    expect(errors).toEqual([expect.stringContaining('The atlas'), expect.stringContaining('The atlas')])
    world.simulator.step(minutes(6))
    await world.run(fetchCharacterData)
    expect((await polls()).map((poll) => poll.last_error)).toEqual(world.players.map(() => null))
    expect((await trees()).length).toBeGreaterThanOrEqual(known)
  })
})

test('after a failure nothing is requested for the player before the pause ends, not even a due atlas', async () => {
  await world.ctx.db
    .updateTable('character_polls')
    .set({ list_due_at: new Date(0), atlas_due_at: new Date(0), failures_in_a_row: 0 })
    .execute()
  world.simulator.faults.add({ effect: 'api.500', match: { route: '/character' }, when: { count: 2 }, parameters: {} })
  await world.run(fetchCharacterData, 3)
  expect((await polls()).map((poll) => poll.failures_in_a_row).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1])
  world.simulator.step(minutes(3))
  await world.run(fetchCharacterData)
  const after = await polls()
  expect(after.map((poll) => poll.failures_in_a_row)).toEqual(world.players.map(() => 0))
  expect(after.every((poll) => (poll.atlas_due_at?.getTime() ?? 0) > world.ctx.clock.now())).toBe(true)
})

describe('worn equipment', () => {
  const snapshots = async () =>
    world.ctx.db
      .selectFrom('stash_snapshots')
      .select(['kind', 'stash_id', 'class'])
      .where('kind', '=', 'worn')
      .orderBy('id')
      .execute()
  const readAll = async () => {
    await world.ctx.db
      .updateTable('character_polls')
      .set({ detail_due_at: new Date(0) })
      .execute()
    await world.run(fetchCharacterData)
  }

  test('is stored for every tracked character, again when an item is put on, and counts for its owner', async () => {
    const { ctx, simulator, players, event_id } = world
    await readAll()
    const before = await snapshots()
    expect(new Set(before.map(({ stash_id }) => stash_id)).size).toBe(players.length)
    const { id } = await anObjective(ctx.db, event_id, { name: 'Headhunter' })
    const asked = { NAME: 'Headhunter', WORN_BY: before[0]?.class ?? '' }
    await insertRows(
      ctx.db,
      'conditions',
      Object.entries(asked).map(([field, value]) => ({ objective_id: id, field: field as ItemField, operator: 'EQ', value })),
    )
    await readAll()
    expect(await snapshots()).toEqual(before)
    const tank = await ctx.db
      .selectFrom('characters')
      .select(['id', 'user_id'])
      .where('id', '=', before[0]?.stash_id ?? '')
      .executeTakeFirstOrThrow()
    const owner = players.find(({ user_id }) => user_id === tank.user_id)
    simulator.inject({ kind: 'wear', account: owner?.account_name ?? '', item: { family: 'unique', name: 'Headhunter' } })
    simulator.step(minutes(3))
    await readAll()
    await world.run(evaluateStashChanges, 3)
    const facts = await ctx.db
      .selectFrom('facts')
      .select(['source', 'user_id', 'number'])
      .where('objective_id', '=', id)
      .execute()
    expect(facts).toEqual([{ source: `worn:${tank.id}`, user_id: tank.user_id, number: 1 }])
  })
})

test('an unreadable answer is stored for admins and requested again', async () => {
  await world.ctx.db
    .updateTable('character_polls')
    .set({ list_due_at: new Date(0), failures_in_a_row: 0 })
    .execute()
  world.simulator.faults.add({ effect: 'shape.raw_nul', match: { route: '/character' }, when: { count: 1 }, parameters: {} })
  await world.run(fetchCharacterData)
  const problems = await world.ctx.db.selectFrom('ingestion_problems').select(['job_type', 'problem']).execute()
  expect(problems).toEqual([{ job_type: 'FetchCharacterData', problem: expect.stringMatching(/^malformed: /) }])
  const windows = await world.ctx.db.selectFrom('fetch_windows').select('reason').where('reason', '=', 'unreadable').execute()
  expect(windows).toHaveLength(1)
})

test('a renamed account gets its new name and stays the same user', async () => {
  const shown = world.simulator.world.ladder().rows.find(({ account }) => !account.personality.hidden_on_ladder)
  const player = world.players.find(({ account_name }) => account_name === shown?.account.name)
  if (!player) throw new Error('the world hides every player')
  world.simulator.inject({ kind: 'account_rename', account: player.account_name, name: 'Somebody_else#0777' })
  world.simulator.step(minutes(2))
  await world.run(fetchCharacterData)
  const account = await world.ctx.db
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', player.user_id)
    .where('provider', '=', 'poe')
    .executeTakeFirstOrThrow()
  expect(account).toMatchObject({ name: 'Somebody_else#0777', account_id: shown?.account.uuid })
})

test('the simulated game reports no violations', () => {
  expect(world.simulator.requests.totals().complaints).toEqual({})
})

describe('a player whose account is hidden on the ladder', () => {
  test("is still named when the character is known to be a participant's", async () => {
    const { ctx, simulator } = world
    const { id } = simulator.faults.add({ effect: 'ladder.hidden', match: {}, when: {}, parameters: {} })
    simulator.step(minutes(5))
    await world.run(fetchCharacterData)
    simulator.faults.remove(id)
    const known = await ctx.db.selectFrom('accounts').select(['user_id', 'name']).where('provider', '=', 'poe').execute()
    const accounts = new Map(known.map(({ user_id, name }) => [user_id, name]))
    const rows = await ctx.db.selectFrom('ladder_entries').select(['account_name', 'user_id']).execute()
    expect(rows.length).toBe(world.players.length)
    for (const { user_id, account_name } of rows) expect(account_name).toBe(user_id && accounts.get(user_id))
    expect([...accounts.values()]).not.toContain('')
  })
})
