import type { GuildStashTab, GuildStashTabContent } from '@muster/contract/guild-stash'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aGuildTab, aMember, anEvent, anObjective, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { anItem } from '../../testing/muster.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { packText } from '../../ingestion/stash/stored-items.ts'

type Headers = { authorization: string }

const server = useTestServer()
let event: Row<'events'>
let team: Row<'teams'>
let people: Record<'lead' | 'member' | 'friend' | 'rival' | 'admin', { row: Row<'users'>; headers: Headers }>

const tab = 'a1b2c3d4e5'
const part = 'f6a7b8c9d0'

beforeEach(async () => {
  const { db } = server
  server.setNow(testNow)
  await db.deleteFrom('events').execute()
  event = await anEvent(db, { is_current: true })
  team = await aTeam(db, event.id)
  const other = await aTeam(db, event.id)
  const person = async (permissions: Row<'users'>['permissions'] = []) => {
    const row = await aUser(db, { permissions })
    return { row, headers: await server.as(row) }
  }
  people = {
    lead: await person(),
    member: await person(),
    friend: await person(),
    rival: await person(),
    admin: await person(['admin']),
  }
  await aMember(db, team, people.lead.row.id, true)
  await aMember(db, team, people.member.row.id)
  await aMember(db, other, people.rival.row.id, true)
})

const path = (more = '') => `/${event.id}/guild-stash${more}`
const send = (method: 'PATCH' | 'POST', url: string, headers: Headers) =>
  server.app.inject({ method, url: `/api${url}`, headers })
const list = async (headers: Headers) => (await server.get(path(), headers)).json<GuildStashTab[]>()
const read = async (id = tab, headers = people.member.headers) =>
  (await server.get(path(`/${id}`), headers)).json<GuildStashTabContent>()
const stored = (id = tab) => server.db.selectFrom('guild_stash_tabs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const asks = (objective: Row<'objectives'>, value: string, operator: 'EQ' | 'CONTAINS' = 'EQ') =>
  insertRows(server.db, 'conditions', { objective_id: objective.id, field: 'BASE_TYPE', operator, value })

describe('the list of tabs', () => {
  it('holds the tabs that the caller can see in the game, in their order', async () => {
    const seen_by = [people.lead.row.id, people.friend.row.id]
    await aGuildTab(server.db, team, { id: tab, index: 7, name: 'drops', color: '00cc00', seen_by, items: [anItem()] })
    await aGuildTab(server.db, team, { id: part, index: 2, seen_by, last_error: 'forbidden: status 403' })
    await aGuildTab(server.db, team, { id: 'unseen' })
    expect(await list(people.friend.headers)).toEqual([
      expect.objectContaining({ id: part, last_fetch: '0001-01-01T00:00:00.000Z', last_error: 'forbidden: status 403' }),
      {
        id: tab,
        name: 'drops',
        type: 'QuadStash',
        index: 7,
        color: '00cc00',
        parent_id: null,
        folder_name: null,
        fetch_enabled: false,
        is_priority: false,
        last_fetch: new Date(testNow).toISOString(),
        user_ids: seen_by,
        team_id: team.id,
        item_count: 1,
        last_error: null,
      },
    ])
    expect(await list(people.member.headers)).toEqual([])
  })

  it('needs a login', async () => {
    expect((await server.get(path())).statusCode).toBe(401)
  })
})

describe('the content of a tab', () => {
  it('D-01: is visible to members who can see the tab and to its team only', async () => {
    await aGuildTab(server.db, team, { id: tab, items: [anItem()], seen_by: [people.friend.row.id] })
    const status = async (headers: Headers | undefined) => (await server.get(path(`/${tab}`), headers)).statusCode
    expect(await status(people.member.headers)).toBe(200)
    expect(await status(people.friend.headers)).toBe(200)
    expect(await status(people.rival.headers)).toBe(403)
    expect(await status(people.admin.headers)).toBe(403)
    expect(await status(undefined)).toBe(401)
  })

  it('D-01: bytes cached for one caller are not sent to another who may not see them', async () => {
    await aGuildTab(server.db, team, { id: tab, items: [anItem({ typeLine: 'Mirror of Kalandra' })] })
    await server.get(path(`/${tab}`), people.member.headers)
    expect((await server.get(path(`/${tab}`), people.rival.headers)).body).not.toContain('Kalandra')
  })

  it('Q-23: is the game’s own answer with modifiers as texts, under Muster’s name, with children', async () => {
    const gem = { typeLine: 'Fireball', frameTypeId: 'Gem', explicitMods: [{ description: 'Burns' }] }
    const shirt = anItem({
      typeLine: 'Astral Plate',
      x: 3,
      y: 4,
      w: 2,
      h: 3,
      explicitMods: [{ description: '+92 to maximum Life', flags: { fractured: true } }],
      socketedItems: [gem],
    })
    await aGuildTab(server.db, team, { id: tab, name: 'Renamed here', items: [shirt] })
    expect(await read()).toMatchObject({
      id: tab,
      name: 'Renamed here',
      type: 'QuadStash',
      index: 3,
      metadata: { colour: 'cc00' },
      children: [],
      items: [
        {
          typeLine: 'Astral Plate',
          x: 3,
          y: 4,
          w: 2,
          h: 3,
          fracturedMods: ['+92 to maximum Life'],
          socketedItems: [{ typeLine: 'Fireball', frameType: 4, explicitMods: ['Burns'] }],
        },
      ],
    })
  })

  it('Q-23: contains the game’s layout', async () => {
    const layout = {
      sections: ['general'],
      layout: { 0: { x: 30, y: 40.5, w: 1, h: 2, scale: 1.2, section: 'general', hidden: true } },
    }
    const sent = { id: tab, type: 'CurrencyStash', metadata: { colour: 'cc00', layout }, items: [] }
    await aGuildTab(server.db, team, { id: tab, items: [], content: packText(JSON.stringify(sent)) })
    expect((await read()).metadata).toEqual({ colour: 'cc00', layout })
  })

  it('Q-23: a collection contains its parts, each under the class of its items', async () => {
    await aGuildTab(server.db, team, { id: tab, type: 'UniqueStash', items: [] })
    await aGuildTab(server.db, team, { id: part, parent_id: tab, name: 'Ring', items: [anItem()] })
    await aGuildTab(server.db, team, { id: 'never', parent_id: tab, name: 'Not fetched yet' })
    expect((await read()).children).toMatchObject([{ id: part, name: 'Ring', items: [{ typeLine: 'Chaos Orb' }], children: [] }])
    expect(await read(part)).toMatchObject({ id: part, children: [] })
  })

  it('Q-23: a tab that is unknown, of another event, or was never fetched is not found', async () => {
    await aGuildTab(server.db, team, { id: tab })
    const later = await anEvent(server.db)
    await aGuildTab(server.db, await aTeam(server.db, later.id), { id: part, items: [] })
    for (const id of [tab, part, 'x']) {
      const answer = await server.get(path(`/${id}`), people.member.headers)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'stash_tab_not_found'])
    }
  })

  it('names on each item every objective that it completes now, the first of them also in the format of older clients', async () => {
    const root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY' })
    const chaos = await anObjective(server.db, event.id, { name: 'Chaos', parent_id: root.id })
    const valid_from = new Date(testNow + 60_000)
    const later = await anObjective(server.db, event.id, { name: 'Later', parent_id: root.id, valid_from })
    const orbs = await anObjective(server.db, event.id, { name: 'Orbs', parent_id: root.id })
    await asks(chaos, 'Chaos Orb')
    await asks(later, 'Divine Orb')
    await asks(orbs, 'Orb', 'CONTAINS')
    await aGuildTab(server.db, team, {
      id: tab,
      items: [anItem({ baseType: 'Divine Orb' }), anItem(), anItem({ baseType: 'Other' })],
    })
    const ids = async () => (await read()).items?.map((item) => [item.objectiveId, item.objectives])
    expect(await ids()).toEqual([
      [orbs.id, [orbs.id]],
      [chaos.id, [chaos.id, orbs.id]],
      [undefined, undefined],
    ])
    server.setNow(testNow + 60_000)
    expect(await ids()).toEqual([
      [later.id, [later.id, orbs.id]],
      [chaos.id, [chaos.id, orbs.id]],
      [undefined, undefined],
    ])
  })

  it('names no objective that the board does not show yet: below an unopened parent, or measured from a later time', async () => {
    const root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY' })
    const valid_from = new Date(testNow + 60_000)
    const closed = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', parent_id: root.id, valid_from })
    const below = await anObjective(server.db, event.id, { parent_id: closed.id })
    const measured = await anObjective(server.db, event.id, {
      parent_id: root.id,
      valid_from,
      aggregation: 'DIFFERENCE_BETWEEN',
    })
    await asks(below, 'Chaos Orb')
    await asks(measured, 'Chaos Orb')
    await aGuildTab(server.db, team, { id: tab, items: [anItem()] })
    const ids = async () => (await read()).items?.[0]?.objectives
    expect(await ids()).toBeUndefined()
    server.setNow(testNow + 60_000)
    expect(await ids()).toEqual([below.id, measured.id])
  })

  it('is not sent again if nothing changed', async () => {
    await aGuildTab(server.db, team, { id: tab, items: [anItem()] })
    const first = await server.get(path(`/${tab}`), people.member.headers)
    const again = () => server.get(path(`/${tab}`), { ...people.lead.headers, 'if-none-match': String(first.headers.etag) })
    expect((await again()).statusCode).toBe(304)
    await server.db.updateTable('guild_stash_tabs').set({ name: 'Another' }).execute()
    expect((await again()).statusCode).toBe(200)
  })
})

describe('switching a tab', () => {
  it('Q-24: toggles fetching, including its parts, and answers the tab', async () => {
    await aGuildTab(server.db, team, { id: tab })
    await aGuildTab(server.db, team, { id: part, parent_id: tab })
    const turn = async () => (await send('PATCH', path(`/${tab}`), people.lead.headers)).json<GuildStashTab>().fetch_enabled
    expect(await turn()).toBe(true)
    expect((await stored(part)).fetch_enabled).toBe(true)
    expect(await turn()).toBe(false)
    expect((await stored(part)).fetch_enabled).toBe(false)
  })

  it('D-03: is for a lead of its team only', async () => {
    await aGuildTab(server.db, team, { id: tab, seen_by: [people.rival.row.id] })
    expect((await send('PATCH', path(`/${tab}`), people.rival.headers)).statusCode).toBe(403)
    expect((await send('PATCH', path(`/${tab}`), people.member.headers)).statusCode).toBe(403)
    expect((await stored()).fetch_enabled).toBe(false)
    expect((await send('PATCH', path('/unknown'), people.lead.headers)).statusCode).toBe(404)
  })
})

describe('requesting a tab', () => {
  it('Q-24: puts it first in the queue; a part through its collection', async () => {
    await aGuildTab(server.db, team, { id: tab })
    await aGuildTab(server.db, team, { id: part, parent_id: tab })
    const answer = await send('POST', path(`/${part}/update`), people.lead.headers)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await stored(tab)).wanted_at).toEqual(new Date(testNow))
    expect((await stored(part)).wanted_at).toEqual(new Date(testNow))
  })

  it('D-03: is for a lead of its team only', async () => {
    await aGuildTab(server.db, team, { id: tab })
    expect((await send('POST', path(`/${tab}/update`), people.rival.headers)).statusCode).toBe(403)
    expect((await send('POST', path('/unknown/update'), people.lead.headers)).statusCode).toBe(404)
    expect((await stored()).wanted_at).toBeNull()
  })
})

describe('requesting a check of access', () => {
  it('D-24: is stored for the job, which is started if it does not run', async () => {
    const far = new Date(testNow + 86_400_000)
    await insertRows(server.db, 'guild_stash_polls', { event_id: event.id, user_id: people.lead.row.id, due_at: far })
    const ask = async () => (await send('POST', path('/update-access'), people.admin.headers)).statusCode
    const job = () => server.db.selectFrom('jobs').select(['job_type', 'end_date']).execute()
    expect(await ask()).toBe(204)
    const poll = await server.db.selectFrom('guild_stash_polls').select('due_at').executeTakeFirstOrThrow()
    expect(poll.due_at).toEqual(new Date(testNow))
    expect(await job()).toEqual([{ job_type: 'DetermineGuildStashAccess', end_date: new Date(testNow + 3_600_000) }])
    await server.db.updateTable('jobs').set({ end_date: far }).execute()
    expect(await ask()).toBe(204)
    expect(await job()).toEqual([{ job_type: 'DetermineGuildStashAccess', end_date: far }])
  })

  it('is limited for a lead to members of their team, once a minute', async () => {
    const far = new Date(testNow + 86_400_000)
    const users = [people.member.row.id, people.rival.row.id]
    const polls = users.map((user_id) => ({ event_id: event.id, user_id, due_at: far }))
    await insertRows(server.db, 'guild_stash_polls', polls)
    const due = async () => {
      const rows = await server.db.selectFrom('guild_stash_polls').select(['user_id', 'due_at']).orderBy('user_id').execute()
      return rows.map(({ due_at }) => due_at)
    }
    const ask = async (headers: Headers) => (await send('POST', path('/update-access'), headers)).statusCode
    expect(await ask(people.lead.headers)).toBe(204)
    expect(await due()).toEqual([new Date(testNow), far])
    await server.db.updateTable('guild_stash_polls').set({ due_at: far }).execute()
    server.setNow(testNow + 59_000)
    expect(await ask(people.lead.headers)).toBe(204)
    expect(await due()).toEqual([far, far])
    server.setNow(testNow + 60_000)
    expect(await ask(people.lead.headers)).toBe(204)
    expect(await due()).toEqual([new Date(testNow + 60_000), far])
    // The job belongs to the event.
    expect(await server.db.selectFrom('jobs').select('job_type').execute()).toEqual([])
  })

  it('is for leads and admins only', async () => {
    expect((await send('POST', path('/update-access'), people.member.headers)).statusCode).toBe(403)
    expect((await send('POST', path('/update-access'), people.friend.headers)).statusCode).toBe(403)
  })
})
