import { deflateSync } from 'node:zlib'
import { maxWishes, type TeamWishes, type WantedItemStates, type WishReading } from '@muster/contract/wishes'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { packItems, writeItems } from '../../ingestion/stash/stored-items.ts'
import { answerOf } from '../../testing/bounties.ts'
import {
  aGuildTab,
  aMember,
  anEvent,
  anObjective,
  aTeam,
  aUser,
  insertRows,
  publishDefinition,
  testNow,
} from '../../testing/builders.ts'
import { anItem } from '../../testing/muster.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { upsertMembers } from '../teams/store.ts'

const server = useTestServer()
const names = ['lead', 'player', 'rival', 'rival_lead', 'outsider', 'admin'] as const
type Name = (typeof names)[number]
let event: Row<'events'>
let [team, other] = [] as unknown as [Row<'teams'>, Row<'teams'>]
const people = {} as Record<Name, Row<'users'>>

beforeEach(async () => {
  const { db } = server
  server.setNow(testNow)
  event = await anEvent(db)
  ;[team, other] = [await aTeam(db, event.id), await aTeam(db, event.id)]
  for (const name of names) people[name] = await aUser(db, name === 'admin' ? { permissions: ['admin'] } : {})
  await aMember(db, team, people.lead.id, true)
  await aMember(db, team, people.player.id)
  await aMember(db, other, people.rival.id)
  await aMember(db, other, people.rival_lead.id, true)
})

const send = async (by: Name, method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const address = `/events/${event.id}${path}`
  const login = await server.as(people[by])
  return method === 'GET' ? server.get(address, login) : server.send(method, address, login, body)
}
const unique = (name: string, more: object = {}) => ({ kind: 'unique', name, ...more })
const add = (by: Name, ...wishes: object[]) => send(by, 'POST', '/wishes', { wishes })
const list = async (by: Name = 'player', of = team) => (await send(by, 'GET', `/teams/${of.id}/wishes`)).json<TeamWishes>().wishes
const find = async (by: Name = 'player') => (await send(by, 'GET', `/teams/${team.id}/wishes/items`)).json<WantedItemStates>()
const read = (text: string, by: Name = 'player') => send(by, 'POST', '/wishes/read', { text })
const readItems = async (text: string) => (await read(text)).json<WishReading>()
async function addOne(by: Name, name: string) {
  await add(by, unique(name))
  const wish = (await list(by, by.startsWith('rival') ? other : team)).find((one) => one.name === name)
  if (!wish) throw new Error(`no wish for ${name}`)
  return wish
}
const order = async () => (await list()).map(({ name }) => name)

describe('wishes', () => {
  it('belong to a member, and record that the build needs them', async () => {
    await add('player', unique('Headhunter', { is_build_enabling: true }), { kind: 'gem', name: 'Arc of Surging' })
    expect(await list('lead')).toMatchObject([
      {
        user: { id: people.player.id },
        kind: 'unique',
        name: 'Headhunter',
        position: 1,
        is_build_enabling: true,
        fulfilled_at: null,
      },
      { kind: 'gem', name: 'Arc of Surging', position: 2, is_build_enabling: false },
    ])
  })

  it('are visible to the team and admins, and to no one else', async () => {
    await addOne('player', 'Headhunter')
    for (const path of [`/teams/${team.id}/wishes`, `/teams/${team.id}/wishes/items`])
      for (const [by, status] of [
        ['player', 200],
        ['lead', 200],
        ['admin', 200],
        ['rival', 404],
        ['rival_lead', 404],
        ['outsider', 403],
      ] as const)
        expect([path, by, (await send(by, 'GET', path)).statusCode]).toEqual([path, by, status])
    expect(await list('rival', other)).toEqual([])
  })

  it('of a team of another event are not found through this event', async () => {
    const elsewhere = await aTeam(server.db, (await anEvent(server.db)).id)
    for (const path of [`/teams/${elsewhere.id}/wishes`, `/teams/${elsewhere.id}/wishes/items`])
      expect(answerOf(await send('admin', 'GET', path))).toEqual([404, 'team_not_found'])
  })

  it('are changed and removed by their owner only', async () => {
    const { id } = await addOne('player', 'Headhunter')
    const change = (by: Name) => send(by, 'PATCH', `/wishes/${id}`, { is_fulfilled: true })
    const remove = (by: Name) => send(by, 'DELETE', `/wishes/${id}`)
    expect(answerOf(await change('lead'))).toEqual([403, 'not_allowed'])
    expect(answerOf(await remove('lead'))).toEqual([403, 'not_allowed'])
    expect(answerOf(await change('rival'))).toEqual([404, 'wish_not_found'])
    expect(answerOf(await remove('rival_lead'))).toEqual([404, 'wish_not_found'])
    expect((await list())[0]).toMatchObject({ id, fulfilled_at: null })

    expect((await change('player')).json<TeamWishes>().wishes).toMatchObject([
      { id, fulfilled_at: new Date(testNow).toISOString(), is_ticked_by_hand: true, is_build_enabling: false },
    ])
    await send('player', 'PATCH', `/wishes/${id}`, { is_build_enabling: true })
    expect(await list()).toMatchObject([{ is_build_enabling: true, fulfilled_at: expect.any(String) }])
    await send('player', 'PATCH', `/wishes/${id}`, { is_fulfilled: false })
    expect(await list()).toMatchObject([{ fulfilled_at: null, is_ticked_by_hand: true }])
    expect((await remove('player')).statusCode).toBe(204)
    expect(await list()).toEqual([])
    expect(answerOf(await remove('player'))).toEqual([404, 'wish_not_found'])
  })

  it('are added once for each item, and never more than the limit, even by two calls at once', async () => {
    await add('player', unique('Headhunter'), unique('Headhunter'))
    await add('player', unique('Headhunter'))
    expect(await order()).toEqual(['Headhunter'])
    const many = (from: number) => Array.from({ length: maxWishes - 20 }, (_, at) => unique(`Ring ${from + at}`))
    const answers = await Promise.all([add('player', ...many(0)), add('player', ...many(100))])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]))
    expect(await list()).toHaveLength(1 + maxWishes - 20)
    expect(answerOf(await add('player', ...many(200)))).toEqual([400, 'wishes_full'])
    // Another member has their own.
    expect((await add('lead', unique('Headhunter'))).statusCode).toBe(200)
  })

  it('refuse names that are too long or hide text', async () => {
    for (const name of ['x'.repeat(101), '  ', 'Head\u202Ehunter'])
      expect(answerOf(await add('player', unique(name)))).toEqual([400, 'invalid_request'])
  })

  it('move with their player to another team, and end with the membership', async () => {
    await addOne('rival', 'Mageblood')
    await addOne('player', 'Headhunter')
    await server.db.transact((tx) =>
      upsertMembers(tx, event.id, [{ user_id: people.player.id, team_id: other.id, is_team_lead: false }]),
    )
    expect((await list('rival', other)).map(({ name }) => name)).toEqual(['Mageblood', 'Headhunter'])
    expect(await list('lead')).toEqual([])
    await server.db.deleteFrom('team_users').where('user_id', '=', people.player.id).execute()
    expect((await list('rival', other)).map(({ name }) => name)).toEqual(['Mageblood'])
  })
})

describe('the wishes of a person', () => {
  it('are in the export of their own data, and go with their account', async () => {
    await addOne('player', 'Headhunter')
    await addOne('lead', 'Mageblood')
    const login = await server.as(people.player)
    const exported = await server.get('/users/self/data', login)
    expect(exported.body).toContain('Headhunter')
    expect(exported.body).not.toContain('Mageblood')
    const { display_name } = people.player
    expect((await server.send('POST', '/users/self/delete', login, { display_name })).statusCode).toBe(200)
    expect((await list('lead')).map(({ name }) => name)).toEqual(['Mageblood'])
  })
})

describe('the order', () => {
  it('is changed by leads of the team only', async () => {
    const [a, b, c] = [await addOne('player', 'A'), await addOne('lead', 'B'), await addOne('player', 'C')]
    const move = (by: Name, id: number, before: number | null) => send(by, 'PUT', `/wishes/${id}/position`, { before })
    expect(answerOf(await move('player', c.id, a.id))).toEqual([403, 'not_allowed'])
    expect(answerOf(await move('rival_lead', c.id, a.id))).toEqual([404, 'wish_not_found'])
    expect(answerOf(await move('lead', c.id, 2_000_000_000))).toEqual([404, 'wish_not_found'])
    expect((await move('lead', c.id, a.id)).json<TeamWishes>().wishes.map(({ name, position }) => [name, position])).toEqual([
      ['C', 1],
      ['A', 2],
      ['B', 3],
    ])
    await move('lead', c.id, null)
    expect(await order()).toEqual(['A', 'B', 'C'])
    await move('lead', b.id, b.id)
    expect(await order()).toEqual(['A', 'B', 'C'])
    const theirs = await addOne('rival', 'D')
    expect(answerOf(await move('lead', a.id, theirs.id))).toEqual([404, 'wish_not_found'])
  })

  it('survives many moves and additions at once: no wish is lost, no position is shared', async () => {
    const wishes: TeamWishes['wishes'] = []
    for (const name of ['A', 'B', 'C', 'D', 'E']) wishes.push(await addOne('player', name))
    const move = (from: number, to: number) =>
      send('lead', 'PUT', `/wishes/${wishes[from]?.id}/position`, { before: wishes[to]?.id ?? null })
    const calls = [
      move(4, 0),
      move(3, 1),
      move(0, 5),
      add('lead', unique('F')),
      move(1, 4),
      move(2, 0),
      add('player', unique('G')),
    ]
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 200))
    const now = await list()
    expect(now.map(({ name }) => name).sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
    expect(now.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })
})

const encode = (xml: string) => deflateSync(xml).toString('base64url')
const build = (items: readonly string[], gems: readonly string[], root = 'PathOfBuilding') =>
  `<${root}><Build level="91" className="Witch"/><Items>${items
    .map((text, at) => `<Item id="${at + 1}">${text}</Item>`)
    .join(
      '',
    )}<ItemSet id="1">${items.map((_, at) => `<Slot name="Ring ${at + 1}" itemId="${at + 1}"/>`).join('')}</ItemSet></Items>
  <Skills><SkillSet id="1"><Skill>${gems.map((name) => `<Gem nameSpec="${name}" level="20"/>`).join('')}</Skill></SkillSet></Skills></${root}>`
const headhunter = 'Rarity: UNIQUE\nHeadhunter\nLeather Belt\nImplicits: 0'

describe('a text', () => {
  it('that is a code names all uniques and alternate gems of the build', async () => {
    await addOne('player', 'Headhunter')
    const code = encode(build([headhunter, 'Rarity: RARE\nGale Loop\nRuby Ring'], ['Arc of Surging', 'Arc']))
    expect(await readItems(code)).toEqual({
      form: 'code',
      candidates: [
        { kind: 'unique', name: 'Headhunter', is_known: true, is_wished: true },
        { kind: 'gem', name: 'Arc of Surging', is_known: true, is_wished: false },
      ],
    })
    expect(await order()).toEqual(['Headhunter'])
  })

  it('that was copied in the game names this item', async () => {
    const copied = 'Item Class: Belts\nRarity: Unique\nHeadhunter\nLeather Belt\n--------\nItem Level: 84'
    expect((await readItems(copied)).candidates).toMatchObject([{ kind: 'unique', name: 'Headhunter' }])
    const rare = 'Item Class: Belts\nRarity: Rare\nGale Clasp\nStygian Vise\n--------\nItem Level: 84'
    expect((await readItems(rare)).candidates).toMatchObject([{ kind: 'base', name: 'Stygian Vise', is_known: true }])
  })

  it('that is part of a name finds items', async () => {
    expect((await readItems('headhunt')).candidates).toMatchObject([
      { kind: 'unique', name: 'Headhunter', is_known: true },
      { kind: 'unique', name: 'Replica Headhunter', is_known: true },
    ])
    expect((await readItems(' headhunter ')).candidates).toMatchObject([{ name: 'Headhunter' }])
    // Lists lack the items of a new league.
    expect((await readItems('Belt of Tomorrow')).candidates).toEqual(
      ['unique', 'gem', 'base'].map((kind) => ({ kind, name: 'Belt of Tomorrow', is_known: false, is_wished: false })),
    )
  })

  it.each([
    ['a link', 'https://pobb.in/abc', 'is a link'],
    ['no zlib stream', `eNq${'A'.repeat(80)}`, 'is not a code'],
    ['a build of the other game', encode(build([headhunter], [], 'PathOfBuilding2')), 'is a build of the other game'],
    ['a long text', 'lorem ipsum '.repeat(20), 'is neither a name'],
  ])('that is %s is refused with the reason', async (_, text, reason) => {
    const answer = await read(text)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(reason)
  })
})

describe('a wanted item', () => {
  const anItemObjective = async (name: string, more: object = {}) => {
    const objective = await anObjective(server.db, event.id, { objective_type: 'ITEM', ...more })
    await insertRow(server.db, 'conditions', { objective_id: objective.id, field: 'NAME', operator: 'EQ', value: name })
    return objective
  }
  const belt = anItem({ name: 'Headhunter', baseType: 'Leather Belt', typeLine: 'Leather Belt', frameType: 3 })
  async function aPublicTab(of: Row<'users'>, in_team: Row<'teams'>, name: string, more: object = {}) {
    const written = writeItems([belt, belt, anItem()])
    const place = { event_id: event.id, stash_id: `tab of ${name}`, team_id: in_team.id, user_id: of.id }
    const snapshot = { ...place, change_id: '1', timestamp: new Date(testNow), item_count: 3, ...packItems(written) }
    const { id } = await insertRow(server.db, 'stash_snapshots', snapshot)
    await insertRows(server.db, 'stashes', { ...place, name, latest_snapshot_id: Number(id), ...more })
  }

  it('shows which guild tab of the team and which public tab of a member has it now, never of rivals', async () => {
    await aGuildTab(server.db, team, { id: 'aaaaaaaaaa', name: 'Uniques', items: [belt, anItem()] })
    await aGuildTab(server.db, other, { id: 'bbbbbbbbbb', name: 'canary-rival-tab', items: [belt] })
    await aPublicTab(people.lead, team, 'For the team')
    await aPublicTab(people.rival, other, 'canary-rival-public')
    await aPublicTab(people.player, team, 'canary-withdrawn', { is_public: false })
    await addOne('player', 'Headhunter')
    await addOne('lead', 'Headhunter')
    await addOne('player', 'Mageblood')
    const lead = { id: people.lead.id, display_name: people.lead.display_name }
    const found = await find()
    expect(found).toMatchObject({ guild_tabs: 1, public_tabs: 1 })
    expect(found.items).toEqual([
      {
        kind: 'unique',
        name: 'Headhunter',
        places: [
          { guild_tab_id: 'aaaaaaaaaa', tab_name: 'Uniques', owner: null, items: 1 },
          { guild_tab_id: null, tab_name: 'For the team', owner: lead, items: 2 },
        ],
        places_total: 2,
        objectives: [],
      },
      { kind: 'unique', name: 'Mageblood', places: [], places_total: 0, objectives: [] },
    ])
  })

  it('shows the open objectives that it counts for, and none that opens later or is over', async () => {
    const open = await anItemObjective('Headhunter')
    await anItemObjective('Mageblood')
    await anItemObjective('Headhunter', { valid_from: new Date(testNow + 1000) })
    await anItemObjective('Headhunter', { valid_to: new Date(testNow - 1000) })
    await publishDefinition(server.db, event.id)
    await addOne('player', 'Headhunter')
    expect((await find()).items).toMatchObject([{ objectives: [{ objective_id: open.id, is_certain: true }] }])
  })

  it('is ticked when it is added while the character already shows it', async () => {
    const character = { event_id: event.id, id: 'c', user_id: people.player.id, name: 'Fenwick', is_tracked: true }
    await insertRows(server.db, 'characters', { ...character, ascendancy: 'Witch', level: 91, experience: 1 })
    const xml = build([headhunter], ['Arc of Surging'])
    await insertRows(server.db, 'character_builds', {
      event_id: event.id,
      character_id: 'c',
      timestamp: new Date(testNow),
      level: 91,
      ascendancy: 'Witch',
      main_skill: '',
      export: deflateSync(xml),
      export_hash: Buffer.from('a'),
    })
    await add('player', unique('Headhunter'), { kind: 'gem', name: 'Arc of Surging' }, unique('Mageblood'))
    await add('lead', unique('Headhunter'))
    expect((await list()).map(({ name, fulfilled_at }) => [name, fulfilled_at !== null])).toEqual([
      ['Headhunter', true],
      ['Arc of Surging', true],
      ['Mageblood', false],
      ['Headhunter', false],
    ])
  })
})
