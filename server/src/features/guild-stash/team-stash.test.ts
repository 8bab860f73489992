import type { StashSearch, TeamStash } from '@muster/contract/team-stash'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aGuild, aGuildTab, aMember, aScoreChange, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { anItem } from '../../testing/muster.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { aBaseObjective, aLogLine, aTabFact, setStashScene, type StashScene } from '../../testing/stash-scene.ts'

const server = useTestServer()
let scene: StashScene
beforeEach(async () => {
  scene = await setStashScene(server)
})

const base = () => `/${scene.event.id}/guild-stash`
const overview = async (headers = scene.member.headers) => (await server.get(`${base()}/overview`, headers)).json<TeamStash>()
const search = async (query: string, headers = scene.member.headers) =>
  (await server.get(`${base()}/search?${query}`, headers)).json<StashSearch>()

const runJob = (job_type: Row<'jobs'>['job_type']) =>
  insertRows(server.db, 'jobs', {
    event_id: scene.event.id,
    job_type,
    end_date: new Date(testNow + 3_600_000),
    lease_owner: 'somebody',
    lease_expires_at: new Date(Date.now() + 3_600_000),
  })

describe('all tabs of a team', () => {
  it("list scoring items, their facts in the ledger, and the team's total for sources that exist once", async () => {
    const chaos = await aBaseObjective(server.db, scene, 'Chaos Orb')
    const divine = await aBaseObjective(server.db, scene, 'Divine Orb')
    const over = await aBaseObjective(server.db, scene, 'Chaos Orb', { valid_to: new Date(testNow - 1) })
    await aGuildTab(server.db, scene.team, {
      id: 'aaaaaaaaaa',
      index: 1,
      items: [
        anItem({ stackSize: 3 }),
        anItem({ stackSize: 4 }),
        anItem({ baseType: 'Divine Orb' }),
        anItem({ baseType: 'Scrap' }),
      ],
    })
    await aGuildTab(server.db, scene.team, { id: 'bbbbbbbbbb', index: 2, items: [anItem()] })
    await aGuildTab(server.db, scene.team, { id: 'cccccccccc', index: 3 })
    await aGuildTab(server.db, scene.rivals, { id: 'dddddddddd', items: [anItem()] })
    await aTabFact(server.db, chaos, scene.team.id, 'aaaaaaaaaa', 7)
    await aTabFact(server.db, chaos, scene.team.id, 'bbbbbbbbbb', 1)
    await aTabFact(server.db, divine, scene.team.id, 'aaaaaaaaaa', 1)
    await aTabFact(server.db, over, scene.team.id, 'bbbbbbbbbb', 1)
    await aTabFact(server.db, over, scene.team.id, 'bbbbbbbbbb', 0)
    for (const objective of [chaos, divine]) {
      await aScoreChange(server.db, { event_id: scene.event.id, objective, team_id: scene.team.id, points: 10 })
    }
    const { tabs, team_id } = await overview()
    expect(team_id).toBe(scene.team.id)
    expect(tabs.map(({ id, scoring_items, points, objectives }) => ({ id, scoring_items, points, objectives }))).toEqual([
      {
        id: 'aaaaaaaaaa',
        scoring_items: 3,
        points: 10,
        objectives: [
          { objective_id: chaos.id, items: 2, number: 7, reported: 7, is_only_source: false, points: 10 },
          { objective_id: divine.id, items: 1, number: 1, reported: 1, is_only_source: true, points: 10 },
        ],
      },
      {
        id: 'bbbbbbbbbb',
        scoring_items: 1,
        points: 0,
        objectives: [{ objective_id: chaos.id, items: 1, number: 1, reported: 1, is_only_source: false, points: 10 }],
      },
      { id: 'cccccccccc', scoring_items: 0, points: 0, objectives: [] },
    ])
  })

  it('show the state of fetching of each', async () => {
    const minute = 60_000
    const at = (ms: number) => new Date(testNow + ms)
    const tab = (id: string, more: object) =>
      aGuildTab(server.db, scene.team, { id, fetch_enabled: true, due_at: at(minute), ...more })
    await tab('a-off', { fetch_enabled: false })
    await tab('b-never', {})
    await tab('c-fetched', { items: [anItem()] })
    await tab('d-due', { items: [anItem()], due_at: at(0) })
    await tab('e-wanted', { items: [anItem()], wanted_at: at(0) })
    await tab('f-empty', { items: [anItem()], is_empty_unconfirmed: true })
    await tab('g-rank', { last_error: 'forbidden: status 403' })
    await tab('h-limited', { last_error: 'limited: status 429' })
    await tab('i-part', { parent_id: 'c-fetched', due_at: at(0), items: [] })
    const read = async () =>
      (await overview()).tabs.map(({ id, fetching: { state, problem, due_at } }) => [id, state, problem, due_at])
    const later = at(minute).toISOString()
    expect((await read()).map(([id, state, , due_at]) => [id, state, due_at]).slice(0, 2)).toEqual([
      ['a-off', 'off', null],
      ['b-never', 'stopped', null],
    ])
    await runJob('FetchGuildStashes')
    expect(await read()).toEqual([
      ['a-off', 'off', null, null],
      ['b-never', 'never', null, later],
      ['c-fetched', 'fetched', null, later],
      ['d-due', 'now', null, at(0).toISOString()],
      ['e-wanted', 'now', null, at(0).toISOString()],
      ['f-empty', 'waiting', null, later],
      ['g-rank', 'refused', 'rank_too_low', later],
      ['h-limited', 'paused', 'limited', later],
      ['i-part', 'fetched', null, later],
    ])
  })

  it('show the members with access, the time of the check, and what blocks the others', async () => {
    await aGuildTab(server.db, scene.team, { id: 'aaaaaaaaaa', seen_by: [scene.member.row.id, scene.rival.row.id] })
    await aGuildTab(server.db, scene.rivals, { id: 'bbbbbbbbbb', seen_by: [scene.member.row.id] })
    const due_at = new Date(testNow + 60_000)
    const poll = { event_id: scene.event.id, due_at, checked_at: new Date(testNow) }
    const unconnected = await aUser(server.db, { display_name: 'Anders' })
    await aMember(server.db, scene.team, unconnected.id)
    await insertRows(server.db, 'guild_stash_polls', { ...poll, user_id: scene.member.row.id })
    const read = async () =>
      (await overview()).members.map(({ user, tab_ids, state, checked_at }) => [user.display_name, tab_ids, state, checked_at])
    const seen = new Date(testNow).toISOString()
    expect(await read()).toEqual([
      ['Anders', [], 'not_connected', null],
      ['Veskir', ['aaaaaaaaaa'], 'not_granted', seen],
    ])
    await server.db
      .updateTable('accounts')
      .set({ scopes: ['account:guild:stashes'] })
      .execute()
    expect((await read())[1]?.[2]).toBe('stopped')
    await runJob('DetermineGuildStashAccess')
    expect((await read())[1]?.[2]).toBe('seen')
    await server.db.updateTable('guild_stash_polls').set({ last_error: 'unavailable: nobody there' }).execute()
    expect((await read())[1]?.[2]).toBe('paused')
  })

  it('are private to a team: a caller without a team is refused, and rivals see their own', async () => {
    await aGuildTab(server.db, scene.team, { id: 'aaaaaaaaaa', items: [anItem()] })
    const outsider = await server.as(await aUser(server.db))
    expect((await server.get(`${base()}/overview`, outsider)).statusCode).toBe(403)
    expect((await server.get(`${base()}/overview`)).statusCode).toBe(401)
    expect((await overview()).tabs).toHaveLength(1)
    expect((await overview(scene.rival.headers)).tabs).toEqual([])
  })
})

describe('searching all tabs of a team', () => {
  const sword = (id: string, more: object = {}) => anItem({ id, typeLine: 'Imperial Claw', baseType: 'Imperial Claw', ...more })
  const keys = (found: StashSearch) => found.hits.map(({ tab_id, key }) => `${tab_id} ${key}`)

  it('finds by name, base, modifier, tab and objective, case-insensitive, if every word appears', async () => {
    const named = { name: 'Hand of Wisdom', explicitMods: [{ description: '+58 to Dexterity' }], implicitMods: ['+46 Life'] }
    await aGuildTab(server.db, scene.team, {
      id: 'uniques',
      name: 'Uniques',
      index: 1,
      items: [sword('hand', named), sword('plain'), anItem()],
    })
    await aGuildTab(server.db, scene.team, { id: 'bank', name: 'Bank', folder_name: 'Vault', index: 2, items: [anItem()] })
    await aBaseObjective(server.db, scene, 'Chaos Orb', { name: 'Breachlord’s Hoard' })
    const find = async (q: string) => keys(await search(`q=${encodeURIComponent(q)}`))
    expect(await find('WISDOM')).toEqual(['uniques hand'])
    expect(await find('imperial claw')).toEqual(['uniques hand', 'uniques plain'])
    expect(await find('dexterity claw')).toEqual(['uniques hand'])
    expect(await find('46 life')).toEqual(['uniques hand'])
    expect(await find('chaos')).toEqual(['uniques place-2', 'bank place-0'])
    expect(await find('chaos vault')).toEqual(['bank place-0'])
    expect(await find('hoard uniques')).toEqual(['uniques place-2'])
    expect(await find('bank')).toEqual(['bank place-0'])
    expect(await find('.*')).toEqual([])
    expect(await find('wisdom mirror')).toEqual([])
  })

  it('lists matches in names before matches in modifiers, in pages, with counts', async () => {
    const mentions = sword('mentions', { explicitMods: [{ description: 'Turns into a Chaos Orb' }] })
    await aGuildTab(server.db, scene.team, { id: 'first', index: 1, items: [mentions] })
    await aGuildTab(server.db, scene.team, { id: 'second', index: 2, items: [anItem({ id: 'one' }), anItem({ id: 'two' })] })
    const all = await search('q=chaos')
    expect(keys(all)).toEqual(['second one', 'second two', 'first mentions'])
    expect([all.total, all.tabs, all.searched]).toEqual([
      3,
      [
        { tab_id: 'first', hits: 1 },
        { tab_id: 'second', hits: 2 },
      ],
      { tabs: 2, items: 3 },
    ])
    const page = await search('q=chaos&limit=1&offset=1')
    expect([keys(page), page.total]).toEqual([['second two'], 3])
  })

  it('lists items that complete an objective, and requires words or an objective', async () => {
    const chaos = await aBaseObjective(server.db, scene, 'Chaos Orb')
    await aGuildTab(server.db, scene.team, { id: 'tab', items: [sword('claw'), anItem({ id: 'orb' })] })
    expect(keys(await search(`objective_id=${chaos.id}`))).toEqual(['tab orb'])
    expect(keys(await search(`objective_id=${chaos.id}&q=claw`))).toEqual([])
    expect((await search(`objective_id=${chaos.id}`)).hits[0]?.objectives).toEqual([chaos.id])
    const refused = await server.get(`${base()}/search?q=%20`, scene.member.headers)
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { problems: [{ field: 'q' }] }])
  })

  it('reads a tab again after a change of content, and matches again after an edit', async () => {
    await aGuildTab(server.db, scene.team, { id: 'tab', items: [anItem({ id: 'orb' })] })
    expect(keys(await search('q=orb'))).toEqual(['tab orb'])
    const { content } = await server.db.selectFrom('guild_stash_tabs').select('content').executeTakeFirstOrThrow()
    await server.db.deleteFrom('guild_stash_tabs').execute()
    await aGuildTab(server.db, scene.team, { id: 'tab', items: [anItem({ id: 'orb' }), anItem({ id: 'new' })] })
    expect(keys(await search('q=orb'))).toEqual(['tab orb', 'tab new'])
    await server.db.updateTable('guild_stash_tabs').set({ content }).execute()
    expect(keys(await search('q=orb'))).toEqual(['tab orb'])
    await aBaseObjective(server.db, scene, 'Chaos Orb', { name: 'Sunken Treasure' })
    expect(keys(await search('q=sunken'))).toEqual(['tab orb'])
  })

  it('names the player who deposited an item if the team’s own log shows it at this position', async () => {
    await aGuild(server.db, scene.team, 77)
    await aGuild(server.db, scene.rivals, 78)
    const items = [anItem({ id: 'orb', x: 1, y: 2 }), sword('claw', { x: 3, y: 4 }), anItem({ id: 'gone', x: 5, y: 6 })]
    await aGuildTab(server.db, scene.team, {
      id: 'tab',
      name: 'Drops',
      items: [...items, anItem({ id: 'unlogged', x: 9, y: 9 })],
    })
    const by = `veskir#${scene.member.row.id}`
    await insertRows(server.db, 'guild_log_entries', [
      aLogLine(scene.event.id, 1, { account_name: 'Somebody#1111' }),
      aLogLine(scene.event.id, 2, { account_name: 'Somebody#1111', action: 'removed' }),
      aLogLine(scene.event.id, 3, { account_name: by }),
      aLogLine(scene.event.id, 4, { account_name: 'Somebody#1111', action: 'modified' }),
      aLogLine(scene.event.id, 5, { item_name: 'Another Claw', x: 3, y: 4 }),
      aLogLine(scene.event.id, 6, { x: 5, y: 6 }),
      aLogLine(scene.event.id, 7, { x: 5, y: 6, action: 'removed' }),
      aLogLine(scene.event.id, 8, { guild_id: 78 as never, x: 9, y: 9 }),
      aLogLine(scene.event.id, 9, { x: 9, y: 9, stash_name: 'Elsewhere' }),
    ])
    const { hits } = await search('q=drops')
    expect(hits.map(({ key, put_in }) => [key, put_in])).toEqual([
      [
        'orb',
        {
          guild_id: 77,
          entry_id: '3',
          timestamp: testNow / 1000 - 57,
          account_name: by,
          user: { id: scene.member.row.id, display_name: 'Veskir' },
          match: 'place',
        },
      ],
      ['claw', null],
      ['gone', null],
      ['unlogged', null],
    ])
  })

  it('finds no items of another team', async () => {
    await aGuildTab(server.db, scene.team, { id: 'tab', items: [anItem()] })
    expect((await search('q=chaos')).total).toBe(1)
    expect(await search('q=chaos', scene.rival.headers)).toEqual({
      hits: [],
      total: 0,
      tabs: [],
      searched: { tabs: 0, items: 0 },
    })
  })
})
