import type { StashItem, StashSearch } from '@muster/contract/team-stash'
import { beforeEach, describe, expect, it } from 'vitest'
import { aGuild, aGuildTab, anObjective, aPreset, aScoreChange, testNow, insertRows } from '../../testing/builders.ts'
import { anItem } from '../../testing/muster.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { aBaseObjective, aLogLine, aTabFact, setStashScene, type StashScene } from '../../testing/stash-scene.ts'

const server = useTestServer()
let scene: StashScene
beforeEach(async () => {
  scene = await setStashScene(server)
})

const base = () => `/${scene.event.id}/guild-stash`
const openItem = async (tab_id: string, item_id: string, query = '') =>
  (await server.get(`${base()}/${tab_id}/items/${item_id}${query}`, scene.member.headers)).json<StashItem>()

describe('one item of a team', () => {
  it("lists the objectives it completes, with the team's progress and the points still possible", async () => {
    const scoring_preset_id = await aPreset(server.db, scene.event.id, { points: [10] })
    const finished = await aBaseObjective(server.db, scene, 'Chaos Orb', { name: 'Found', scoring_preset_id })
    const open = await aBaseObjective(server.db, scene, 'Chaos Orb', {
      name: 'Still open',
      scoring_preset_id,
      valid_to: new Date(testNow + 60_000),
    })
    await aGuildTab(server.db, scene.team, { id: 'tab', items: [anItem({ id: 'orb', stackSize: 5 })] })
    await aTabFact(server.db, finished, scene.team.id, 'tab', 5)
    await aScoreChange(server.db, {
      event_id: scene.event.id,
      objective: finished,
      team_id: scene.team.id,
      points: 10,
      rank: 1,
      number: 5,
      user_id: scene.member.row.id,
    })
    const { serves, serves_total, item, key, place, tab } = await openItem('tab', 'orb')
    expect([tab.id, key, place, item.objectives, serves_total]).toEqual(['tab', 'orb', 0, [finished.id, open.id], 2])
    const common = { path: [], number: 5, required_number: 1 }
    expect(serves).toEqual([
      {
        ...common,
        objective_id: finished.id,
        name: 'Found',
        closes_at: null,
        score: {
          points: 10,
          rank: 1,
          number: 5,
          finished: true,
          timestamp: testNow / 1000,
          user: { id: scene.member.row.id, display_name: 'Veskir' },
        },
        still_possible: 0,
        reported: 5,
        is_only_source: true,
      },
      {
        ...common,
        objective_id: open.id,
        name: 'Still open',
        closes_at: testNow / 1000 + 60,
        score: null,
        still_possible: 10,
        reported: 0,
        is_only_source: false,
      },
    ])
  })

  it('lists why it misses other objectives, near misses first, in pages; objectives hidden from the board are left out', async () => {
    const category = await anObjective(server.db, scene.event.id, {
      parent_id: scene.root.id,
      objective_type: 'CATEGORY',
      name: 'Orbs',
    })
    const far = await aBaseObjective(server.db, scene, 'Divine Orb')
    const near = await aBaseObjective(server.db, scene, 'Chaos Orb', { name: 'Corrupted', parent_id: category.id })
    const corrupted = { field: 'IS_CORRUPTED', operator: 'EQ', value: 'true' } as const
    await insertRows(server.db, 'conditions', { objective_id: near.id, ...corrupted })
    const closed = await aBaseObjective(server.db, scene, 'Chaos Orb', { valid_to: new Date(testNow - 1) })
    await aBaseObjective(server.db, scene, 'Chaos Orb', { name: 'Secret', valid_from: new Date(testNow + 1) })
    await aGuildTab(server.db, scene.team, { id: 'tab', items: [anItem({ id: 'orb' })] })
    const { others, others_total, serves } = await openItem('tab', 'orb')
    expect([serves, others_total]).toEqual([[], 3])
    expect(others.map(({ objective_id, obstacles, holding, failing }) => [objective_id, obstacles, holding, failing])).toEqual([
      [near.id, [], 1, 1],
      [closed.id, ['after_window'], 1, 0],
      [far.id, [], 0, 1],
    ])
    expect(others[0]).toMatchObject({
      name: 'Corrupted',
      path: ['Orbs'],
      conditions: [
        { field: 'BASE_TYPE', holds: true, seen: 'Chaos Orb' },
        { ...corrupted, holds: false, seen: false },
      ],
    })
    expect((await openItem('tab', 'orb', '?limit=1&offset=2')).others.map(({ objective_id }) => objective_id)).toEqual([far.id])
  })

  it('lists its history from the guild log', async () => {
    await aGuild(server.db, scene.team, 77)
    const claw = anItem({ name: 'Hand of Wisdom', typeLine: 'Imperial Claw', baseType: 'Imperial Claw', x: 3, y: 4 })
    await aGuildTab(server.db, scene.team, { id: 'tab', name: 'Drops', items: [claw] })
    const about = { item_name: 'Hand of Wisdom Imperial Claw' }
    await insertRows(server.db, 'guild_log_entries', [
      aLogLine(scene.event.id, 1, { ...about, stash_name: 'Quad' }),
      aLogLine(scene.event.id, 2, { ...about, x: 8, y: 8 }),
      aLogLine(scene.event.id, 3, { ...about, x: 3, y: 4 }),
      aLogLine(scene.event.id, 4, {}),
    ])
    const { log } = await openItem('tab', 'place-0')
    expect(log.lines.map(({ id, match }) => [id, match])).toEqual([
      ['3', 'place'],
      ['2', 'tab'],
      ['1', 'elsewhere'],
    ])
    expect([log.put_in?.entry_id, log.put_in?.user, log.has_more]).toEqual(['3', null, false])
    const more = Array.from({ length: 40 }, (_, at) =>
      aLogLine(scene.event.id, 100 + at, { ...about, timestamp: new Date(testNow) }),
    )
    await insertRows(server.db, 'guild_log_entries', more)
    const long = (await openItem('tab', 'place-0')).log
    expect([long.lines.length, long.has_more]).toEqual([30, true])
  })

  it('in part of a collection is found in the log under the game’s name or the collection’s', async () => {
    await aGuild(server.db, scene.team, 77)
    const named = (name: string) => ({ name, typeLine: 'Imperial Claw', baseType: 'Imperial Claw' })
    await aGuildTab(server.db, scene.team, { id: 'all', name: 'Uniques', type: 'UniqueStash', items: [] })
    const items = [
      anItem({ id: 'one', x: 0, y: 0, ...named('Wildslash') }),
      anItem({ id: 'two', x: 1, y: 0, ...named('Bloodseeker') }),
    ]
    await aGuildTab(server.db, scene.team, { id: 'part', parent_id: 'all', name: '4', items })
    await server.db.updateTable('guild_stash_tabs').set({ name: 'Claw' }).where('id', '=', 'part').execute()
    await insertRows(server.db, 'guild_log_entries', [
      aLogLine(scene.event.id, 1, { item_name: 'Wildslash Imperial Claw', stash_name: 'Uniques', x: 0, y: 0 }),
      aLogLine(scene.event.id, 2, { item_name: 'Bloodseeker Imperial Claw', stash_name: '4', x: 1, y: 0 }),
    ])
    const found = await server.get(`${base()}/search?q=uniques%20claw`, scene.member.headers)
    expect(found.json<StashSearch>().hits.map(({ put_in }) => put_in?.entry_id)).toEqual(['1', '2'])
    expect((await openItem('part', 'two')).log).toMatchObject({ put_in: { entry_id: '2' }, lines: [{ id: '2', match: 'place' }] })
  })

  it('is found by its id, or by its position if it has none; a removed item is refused as missing', async () => {
    await aGuildTab(server.db, scene.team, { id: 'tab', items: [anItem({ id: 'orb' }), anItem()] })
    await aGuildTab(server.db, scene.team, { id: 'empty' })
    const ask = async (tab_id: string, key: string, headers = scene.member.headers) => {
      const answer = await server.get(`${base()}/${tab_id}/items/${key}`, headers)
      return [answer.statusCode, answer.json<{ code?: string }>().code]
    }
    expect(await ask('tab', 'orb')).toEqual([200, undefined])
    expect(await ask('tab', 'place-1')).toEqual([200, undefined])
    for (const key of ['place-0', 'place-2', 'place-', 'place--1', 'nothing']) {
      expect(await ask('tab', key)).toEqual([404, 'stash_item_not_found'])
    }
    expect(await ask('empty', 'orb')).toEqual([404, 'stash_tab_not_found'])
    expect(await ask('unknown', 'orb')).toEqual([404, 'stash_tab_not_found'])
    expect(await ask('tab', 'orb', scene.rival.headers)).toEqual([403, 'not_allowed'])
    expect(await ask('tab', 'nothing', scene.rival.headers)).toEqual([403, 'not_allowed'])
  })

  it('is for its team: a player who only sees the tab in the game learns nothing about the team', async () => {
    await aGuildTab(server.db, scene.team, { id: 'tab', items: [anItem({ id: 'orb' })], seen_by: [scene.rival.row.id] })
    expect((await server.get(`${base()}/tab`, scene.rival.headers)).statusCode).toBe(200)
    expect((await server.get(`${base()}/tab/items/orb`, scene.rival.headers)).statusCode).toBe(403)
  })
})
