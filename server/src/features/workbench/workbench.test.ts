import type { GameItem } from '@muster/contract/game-api'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DefinitionProblems } from '@muster/contract/definition-problems'
import type { DraftObjectiveInput, MatchCount, NameSuggestion, StoredItems, TriedItem } from '@muster/contract/workbench'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { packItems, writeItems } from '../../ingestion/stash/stored-items.ts'
import { aMember, anEvent, anObjective, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer, useRole } from '../../testing/use-server.ts'
import { cutTabs, maxStoredItems, readBatches } from './batches.ts'
import type { StoredTab } from './store.ts'

const server = useTestServer()
const designer = useRole(server, 'objective_designer')
let event: Row<'events'>
let root: Row<'objectives'>
beforeEach(async () => {
  event = await anEvent(server.db)
  root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'All' })
})

type Condition = { field: string; operator: string; value: string }
const nameIs = (value: string) => ({ field: 'NAME', operator: 'EQ', value })
const belt = { field: 'BASE_TYPE', operator: 'EQ', value: 'Heavy Belt' }
const above = (level: number) => ({ field: 'ILVL', operator: 'GT', value: String(level) })

async function add(name: string, conditions: readonly Condition[], parent = root, more: object = {}) {
  const objective = await anObjective(server.db, event.id, { parent_id: parent.id, name, ...more })
  const rows = conditions.map((condition) => ({ objective_id: objective.id, ...condition })) as never[]
  if (rows.length > 0) await insertRows(server.db, 'conditions', rows)
  return objective
}

const post = (path: string, payload: object) => server.send('POST', `/events/${event.id}/workbench${path}`, designer, payload)
const tryItem = async (body: object) => (await post('/item', body)).json<TriedItem>()
const get = async <T>(path: string) => (await server.get(`/events/${event.id}${path}`, designer)).json<T>()

const draftOf = (conditions: readonly Condition[], more: object = {}): DraftObjectiveInput =>
  ({
    id: null,
    name: 'Draft',
    objective_type: 'ITEM',
    aggregation: 'EARLIEST',
    number_field: 'STACK_SIZE',
    required_number: 1,
    conditions,
    ...more,
  }) as DraftObjectiveInput

const mageblood = {
  name: 'Mageblood',
  typeLine: 'Heavy Belt',
  baseType: 'Heavy Belt',
  rarity: 'Unique',
  frameType: 3,
  ilvl: 84,
  identified: true,
}

/** A tab with two snapshots; only the newest counts. */
async function aStoredTab(team: Row<'teams'>, stash_id: string, items: readonly object[], older: readonly object[] = []) {
  const insert = async (change_id: string, list: readonly object[]) =>
    server.db
      .insertInto('stash_snapshots')
      .values({
        event_id: event.id,
        stash_id,
        change_id,
        team_id: team.id,
        timestamp: new Date(testNow),
        item_count: list.length,
        ...packItems(writeItems(list as readonly GameItem[])),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  await insert(`${stash_id}-1`, older)
  const { id } = await insert(`${stash_id}-2`, items)
  const row = { event_id: event.id, stash_id, team_id: team.id, name: `Tab ${stash_id}`, latest_snapshot_id: id }
  await insertRows(server.db, 'stashes', row)
}

describe('trying an item', () => {
  it('names its completions with the path, and near misses before other objectives', async () => {
    const uniques = await add('Uniques', [], root, { objective_type: 'CATEGORY', aggregation: 'NONE' })
    const hit = await add('Mageblood', [nameIs('Mageblood')], uniques)
    const far = await add('Headhunter', [nameIs('Headhunter')])
    const near = await add('A high belt', [belt, above(85)])
    const tried = await tryItem({ item: mageblood })
    expect(tried.feeds).toMatchObject([{ objective_id: hit.id, name: 'Mageblood', path: ['Uniques'], matches: true, number: 1 }])
    expect(tried.others.map(({ objective_id }) => objective_id)).toEqual([near.id, far.id])
    expect(tried.others[0]).toMatchObject({
      holding: 1,
      failing: 1,
      conditions: [
        { field: 'BASE_TYPE', seen: 'Heavy Belt', holds: true, any_of: null, refused: null },
        { field: 'ILVL', seen: 84, holds: false },
      ],
    })
    expect(tried).toMatchObject({ feeds_total: 1, others_total: 2, draft: null, doubts: [] })
    expect(tried.fields).toContainEqual({ field: 'ILVL', value: 84 })
  })

  it('tests an unsaved draft, of a new objective and in place of the saved one', async () => {
    const saved = await add('Belt', [nameIs('Headhunter')])
    const asNew = await tryItem({ item: mageblood, draft: draftOf([belt]) })
    expect(asNew.draft).toMatchObject({ objective_id: 0, is_draft: true, matches: true, name: 'Draft' })
    expect(asNew.feeds_total + asNew.others_total).toBe(2)
    const edited = await tryItem({ item: mageblood, draft: draftOf([belt], { id: saved.id }) })
    expect(edited.draft).toMatchObject({ objective_id: saved.id, is_draft: true, matches: true })
    expect(edited.feeds_total + edited.others_total).toBe(1)
    expect((await tryItem({ item: mageblood })).feeds).toEqual([])
  })

  it('accepts an unfinished draft', async () => {
    const { draft } = await tryItem({
      item: mageblood,
      draft: draftOf([{ field: 'ILVL', operator: 'GT', value: '' }], { name: '' }),
    })
    expect(draft).toMatchObject({
      matches: false,
      obstacles: ['refused_condition'],
      conditions: [{ refused: '"" is not a whole number' }],
    })
  })

  it("reads the game's copied text, its class included, and JSON pasted as a text", async () => {
    const rings = await add('Any belt', [{ field: 'ITEM_CLASS', operator: 'EQ', value: 'Belt' }])
    const text =
      'Item Class: Belts\nRarity: Unique\nNew Name\nBase of tomorrow\n--------\nItem Level: 84\n--------\nTidal Bond: 3'
    expect(await tryItem({ text })).toMatchObject({
      item: { ilvl: 84 },
      doubts: ['icon'],
      unread: [{ line: 8, text: 'Tidal Bond: 3' }],
      feeds: [{ objective_id: rings.id }],
    })
    expect(await tryItem({ text: JSON.stringify(mageblood) })).toMatchObject({ item: mageblood, doubts: [], unread: [] })
  })

  it.each([
    [{}, 'item', 'is required unless a text is given'],
    [{ text: 'Rarity: Legendary\nA\nB' }, 'text', 'line 1: there is no rarity "Legendary"'],
    [{ text: '{"name": ' }, 'text', 'is not valid JSON'],
    [{ text: 'x'.repeat(20_001) }, 'text', ''],
    [{ item: mageblood, limit: 101 }, 'limit', ''],
  ])('refuses %j', async (body, field, problem) => {
    const answer = await post('/item', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field, problem: expect.stringContaining(problem) as string }] })
  })

  it('pages the objectives that it misses', async () => {
    for (const name of ['a', 'b', 'c']) await add(name, [nameIs(name)])
    const page = await tryItem({ item: mageblood, offset: 1, limit: 1 })
    expect(page.others.map(({ name }) => name)).toEqual(['b'])
    expect(page.others_total).toBe(3)
  })

  it('stops slow work, without blocking others', async () => {
    const values = Array.from({ length: 40 }, (_, at) => `(?:[aeiou${at}].{0,160}){3}~$`)
    await add(
      'Dear',
      values.map((value) => ({ field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value })),
    )
    const explicitMods = Array.from(
      { length: 900 },
      (_, at) => `~${[...String(at * 7919).repeat(200)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`,
    )
    let isAnswered = false
    const answer = post('/item', { item: { explicitMods: explicitMods.map((text) => text.slice(0, 900)) } }).finally(
      () => (isAnswered = true),
    )
    let others = 0
    for (; !isAnswered; others++) {
      expect((await server.get('/clock')).statusCode).toBe(200)
      await setTimeout(5)
    }
    expect((await answer).json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'item' }] })
    expect(others).toBeGreaterThan(50)
  })
})

describe('items in tabs', () => {
  let team: Row<'teams'>
  const orb = { name: '', typeLine: 'Divine Orb', baseType: 'Divine Orb', frameType: 5, stackSize: 3, identified: true, ilvl: 0 }
  beforeEach(async () => {
    team = await aTeam(server.db, event.id)
    await aStoredTab(team, 'a', [mageblood, orb, { ...orb, stackSize: 9 }], [{ ...mageblood, name: 'Sold by now' }])
    await aStoredTab(team, 'b', [{ ...mageblood, ilvl: 70 }])
  })

  it('are counted for a draft and for the saved objective, in the newest snapshots only', async () => {
    const saved = await add('Belt', [belt])
    const count = async (draft: object) => (await post('/matches', { draft })).json<MatchCount>()
    expect(await count(draftOf([belt, above(80)], { id: saved.id }))).toEqual({
      stored: 4,
      read: 4,
      draft_matches: 1,
      saved_matches: 2,
      examples: [{ name: 'Mageblood', base_type: 'Heavy Belt' }],
      is_complete: true,
    })
    expect(await count(draftOf([nameIs('Sold by now')]))).toMatchObject({ draft_matches: 0, saved_matches: null })
  })

  it('are counted apart from worn items, and both are found', async () => {
    const { id: user_id } = await aUser(server.db)
    const of = { event_id: event.id, user_id }
    const tank = { id: 'tank', name: 'Tank', ascendancy: 'Juggernaut', level: 92, experience: 1 }
    await insertRows(server.db, 'characters', { ...of, ...tank })
    const packed = packItems(writeItems([{ ...mageblood, worn_by: 'Juggernaut' }]))
    const shown = { event_id: event.id, team_id: team.id, kind: 'worn' as const, item_count: 1 }
    const { id } = await server.db
      .insertInto('stash_snapshots')
      .values({ ...shown, stash_id: 'tank', change_id: 'worn-1', timestamp: new Date(testNow), ...packed })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(server.db, 'character_items', {
      ...shown,
      character_id: 'tank',
      content_hash: packed.items_hash,
      latest_snapshot_id: id,
    })
    const saved = await add('Belt', [belt])
    const count = async (draft: object) => (await post('/matches', { draft })).json<MatchCount>()
    const worn = { field: 'WORN_BY', operator: 'EQ', value: 'Juggernaut' } as const
    expect(await count(draftOf([belt, worn], { id: saved.id }))).toMatchObject({
      stored: 1,
      draft_matches: 1,
      saved_matches: null,
    })
    expect(await count(draftOf([belt], { id: saved.id }))).toMatchObject({ stored: 4, draft_matches: 2, saved_matches: 2 })
    const found = await get<StoredItems>('/workbench/items?search=mageblood')
    expect(found.items).toMatchObject([{ count: 3, tab_name: 'Tank', item: { worn_by: 'Juggernaut' } }])
  })

  it('are found by part of any name, case-insensitive, each kind once with its number', async () => {
    const found = await get<StoredItems>('/workbench/items?search=DIVINE')
    expect(found).toMatchObject({ total: 1, stored: 4, read: 4, is_complete: true })
    expect(found.items).toEqual([
      {
        name: '',
        type_line: 'Divine Orb',
        base_type: 'Divine Orb',
        count: 2,
        team_id: team.id,
        tab_name: 'Tab a',
        seen_at: new Date(testNow).toISOString(),
        item: orb,
      },
    ])
    const all = await get<StoredItems>('/workbench/items')
    expect(all.items.map(({ type_line, count }) => [type_line, count])).toEqual([
      ['Heavy Belt', 2],
      ['Divine Orb', 2],
    ])
    // The newest of the belts.
    expect(all.items[0]?.item).toMatchObject({ ilvl: 70 })
  })

  it('suggest names, bases and classes: seen ones first, then known ones', async () => {
    const folder = server.ctx.config.data_dir
    await mkdir(folder, { recursive: true })
    const file = join(folder, 'item-classes.poe1.json')
    await writeFile(
      file,
      JSON.stringify({
        game_version: 'poe1',
        classes: { 'Heavy Belt': 'Belt', 'Rustic Sash': 'Belt', 'Belt of tomorrow': 'Sash' },
      }),
    )
    const suggest = (query: string) => get<NameSuggestion[]>(`/workbench/names?${query}`)
    expect((await suggest('field=BASE_TYPE&search=belt')).slice(0, 2)).toEqual([
      { text: 'Belt of tomorrow', seen: 0, is_listed: true },
      { text: 'Heavy Belt', seen: 2, is_listed: true },
    ])
    const list = join(folder, 'item-names.poe1.json')
    await writeFile(
      list,
      JSON.stringify({ game_version: 'poe1', uniques: ['Mageblood of tomorrow'], bases: ['Sash of tomorrow'] }),
    )
    expect(await suggest('field=NAME&search=mageblood')).toEqual([
      { text: 'Mageblood', seen: 2, is_listed: true },
      { text: 'Mageblood of tomorrow', seen: 0, is_listed: true },
    ])
    expect(await suggest('field=BASE_TYPE&search=sash of')).toEqual([{ text: 'Sash of tomorrow', seen: 0, is_listed: true }])
    await rm(list)
    expect(await suggest('field=ITEM_CLASS&search=sash')).toEqual([{ text: 'Sash', seen: 0, is_listed: true }])
    await writeFile(file, JSON.stringify({ game_version: 'poe1', classes: { x: 'y' } }))
  })

  it('belong to this event only', async () => {
    event = await anEvent(server.db)
    expect(await get<StoredItems>('/workbench/items')).toMatchObject({ items: [], stored: 0, is_complete: true })
  })

  it('are read in batches of whole tabs, up to a limit', async () => {
    const tab = (snapshot_id: number, item_count: number) => ({ snapshot_id, item_count }) as StoredTab
    expect(cutTabs([tab(3, maxStoredItems), tab(2, 1)])).toEqual({
      tabs: [tab(3, maxStoredItems)],
      stored: maxStoredItems + 1,
    })
    const tabs = await server.db
      .selectFrom('stash_snapshots')
      .select('id')
      .where('event_id', '=', event.id)
      .where('item_count', '>', 0)
      .execute()
    const sizes = []
    const asked = [tab(tabs.at(-1)?.id ?? 0, 3_999), tab(-1, 2), tab(tabs[0]?.id ?? 0, 1)]
    for await (const batch of readBatches(server.db, event.id, asked)) sizes.push(batch.tabs.length)
    // A tab deleted meanwhile is not part of a batch.
    expect(sizes).toEqual([1, 1])
  })
})

describe('the problems of a definition', () => {
  it('are counted, and named with links', async () => {
    const empty = await add('Without conditions', [])
    const never = await add('Never', [nameIs('Mageblood'), nameIs('Headhunter')])
    const found = await get<DefinitionProblems>('/definition/problems')
    expect(found).toMatchObject({
      counts: { error: 2, warning: 2, notice: 0 },
      by_code: { no_conditions: 1, never_matches: 1, pays_nothing: 2 },
    })
    expect(found).toMatchObject({ left_off: 0, compared_all: true })
    expect(found.problems.map(({ code, objective_id }) => [code, objective_id])).toEqual([
      ['no_conditions', empty.id],
      ['never_matches', never.id],
      ['pays_nothing', empty.id],
      ['pays_nothing', never.id],
    ])
    expect(found.problems[0]?.sentence).toEqual([
      { text: 'Without conditions', objective_id: empty.id },
      { text: ' has no conditions, so nothing completes it.', objective_id: null },
    ])
  })

  it('know the largest team', async () => {
    const team = await aTeam(server.db, event.id)
    for (const _ of [1, 2]) await aMember(server.db, team, (await aUser(server.db)).id)
    await add('Levels', [], root, { objective_type: 'TEAM', number_field: 'PLAYER_LEVEL', required_number: 201 })
    const { problems } = await get<DefinitionProblems>('/definition/problems')
    const sentences = problems.map(({ sentence }) => sentence.map(({ text }) => text).join(''))
    expect(sentences).toContain('Nobody can complete Levels: it requires 201, and a team of 2 can reach 200 at most.')
  })
})
