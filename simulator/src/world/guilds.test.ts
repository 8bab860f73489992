import { expect, test } from 'vitest'
import { DEFAULT_START_MS, presets } from '../options.ts'
import { renderGuildTab, renderGuildTabs, renderHistory } from '../views/guild-view.ts'
import { findGuildTab, type Guild, listTabsSeenBy } from './guilds.ts'
import type { WorldEvent } from './events.ts'
import { injectEvent } from './injections.ts'
import { createWorld } from './world.ts'

const HOUR = 60 * 60_000
const view = { wire_version: '3.29', image_base: 'https://web.poecdn.com' } as const

function aWorld(hours = 0) {
  const { retained_hours, ...preset } = presets.tiny
  const times = {
    start_ms: DEFAULT_START_MS,
    stream_delay_ms: 300_000,
    retained_ms: retained_hours * HOUR,
    ladder_cache_ms: 60_000,
  }
  const world = createWorld({ ...preset, ...times, seed: 7, journal_kept: 1000 })
  world.advanceTo(DEFAULT_START_MS + hours * HOUR)
  const guild = world.guilds[0] as Guild
  const [leader, member] = [...guild.ranks.keys()]
  if (!leader || !member) throw new Error('a guild has members')
  let count = 0
  const happen = (event: WorldEvent) => injectEvent(world, event, count++)
  return { world, guild, leader, member, happen }
}
const tabula = { family: 'unique', name: 'Tabula Rasa' } as const

test('members fill the tabs during play, and each action writes a log line', () => {
  const { guild } = aWorld(30)
  const lying = guild.tabs.flatMap((one) => [one, ...one.parts]).flatMap(({ tab }) => tab.items)
  expect(lying.length).toBeGreaterThan(20)
  const actions = new Set(guild.log.map((line) => line.action))
  expect([...actions].toSorted()).toEqual(['added', 'modified', 'removed'])
  const ids = guild.log.map((line) => line.id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
})

test('each rank sees its tabs, and former members see none', () => {
  const { guild, leader, member, happen } = aWorld()
  const names = (account: typeof leader) => listTabsSeenBy(guild, account)?.map(({ tab }) => tab.name)
  happen({ kind: 'guild_rank', account: member.name, rank: 'member' })
  expect(names(leader)).toContain('officers ✦')
  expect(names(member)).not.toContain('officers ✦')
  happen({ kind: 'guild_rank', account: member.name, rank: 'none' })
  expect(listTabsSeenBy(guild, member)).toBeNull()
})

test('the list contains tabs in order, folders and parts, without items; colours lose their leading zeros', () => {
  const { guild, leader, happen } = aWorld()
  happen({ kind: 'guild_deposit', account: leader.name, item: tabula, tab: 'Uniques' })
  const { stashes } = renderGuildTabs(guild, guild.tabs)
  expect(stashes.map((stash) => [stash.name, stash.type, stash.index])).toEqual([
    ['Currency', 'CurrencyStash', 0],
    ['drops', 'QuadStash', 1],
    ['Uniques', 'UniqueStash', 2],
    ['Maps', 'PremiumStash', 3],
    ['Bank', 'Folder', 4],
  ])
  const uniques = stashes.find((stash) => stash.name === 'Uniques')
  expect(uniques?.children).toMatchObject([{ parent: uniques?.id, name: '1', metadata: { items: 1 } }])
  const bank = stashes.find((stash) => stash.type === 'Folder')
  expect(bank?.children).toMatchObject([{ folder: bank?.id, name: 'drops' }, { name: 'officers ✦' }])
  expect(JSON.stringify(stashes)).not.toContain('"typeLine"')
  expect(stashes.every((stash) => !stash.metadata.colour.startsWith('0'))).toBe(true)
})

test('a tab shows its content; parts are requested through their collection', () => {
  const { guild, leader, happen } = aWorld()
  const { tab_id = '' } = happen({ kind: 'guild_deposit', account: leader.name, item: tabula, tab: 'Uniques' })
  const parent = findGuildTab(guild, 'Uniques')?.tab.id ?? ''
  const ask = (id: string, sub: string | null = null) => {
    const body = renderGuildTab(guild, guild.tabs, { id, sub }, view)
    return body === null ? undefined : JSON.parse(body.toString()).stash
  }
  expect(ask(parent)).toMatchObject({ items: [], children: [{ id: tab_id }] })
  expect(ask(parent, tab_id)).toMatchObject({ parent, items: [{ name: 'Tabula Rasa' }] })
  expect(ask(tab_id)).toBeUndefined()
  expect(ask('unknown')).toBeUndefined()
})

test('the history pages backwards, and each page begins with the last line of the previous one', () => {
  const { guild } = aWorld(30)
  const first = renderHistory(guild, { most: 50 })
  const last = first.entries.at(-1)
  const second = renderHistory(guild, { from: last?.time, fromid: Number(last?.id), most: 50 })
  expect([first.entries.length, first.truncated]).toEqual([50, true])
  expect(second.entries[0]).toEqual(last)
  const whole = renderHistory(guild, { most: 100_000 })
  expect([whole.entries.length, whole.truncated]).toEqual([guild.log.length, false])
})

test('lines show stacks with their count and uniques with their base; lines of other leagues are in between', () => {
  const { guild, leader, happen } = aWorld(30)
  happen({
    kind: 'guild_deposit',
    account: leader.name,
    item: { family: 'currency', name: 'Chaos Orb', count: 20 },
    tab: 'Currency',
  })
  happen({ kind: 'guild_deposit', account: leader.name, item: tabula })
  const [unique, stack] = renderHistory(guild, { most: 2 }).entries
  expect(stack).toMatchObject({ item: '20× Chaos Orb', action: 'added', stash: 'Currency', account: { name: leader.name } })
  expect(unique).toMatchObject({ item: 'Tabula Rasa Simple Robe', stash: 'drops' })
  const leagues = new Set(renderHistory(guild, { most: 100_000 }).entries.map((entry) => entry.league))
  expect([...leagues].toSorted()).toEqual(['Standard', presets.tiny.league])
})

test('old lines keep the old name of a renamed tab; lines of a deleted tab have none', () => {
  const { guild, leader, happen } = aWorld()
  const { item_id = '' } = happen({ kind: 'guild_deposit', account: leader.name, item: tabula })
  happen({ kind: 'guild_tab_rename', account: leader.name, tab: 1, name: 'drops 2' })
  happen({ kind: 'guild_withdraw', account: leader.name, item_id })
  const stashes = () => renderHistory(guild, { most: 2 }).entries.map((entry) => entry.stash)
  expect(stashes()).toEqual(['drops 2', 'drops'])
  happen({ kind: 'guild_tab_remove', account: leader.name, tab: 1 })
  expect(stashes()).toEqual([null, null])
})

const chaos = (count: number) => ({ family: 'currency', name: 'Chaos Orb', count }) as const
const readLines = (guild: Guild) => guild.log.map(({ action, item, stash }) => [action, item, stash])
const basesIn = (guild: Guild, tab: string | number) => findGuildTab(guild, tab)?.tab.items.map(({ item }) => item.base_type)

test('a move writes two lines by the same member, seconds apart; in between the item is in neither tab', () => {
  const { world, guild, leader, happen } = aWorld()
  const { item_id = '' } = happen({ kind: 'guild_deposit', account: leader.name, item: tabula, tab: 1 })
  happen({ kind: 'guild_move', account: leader.name, item_id, tab: 'Maps' })
  expect([basesIn(guild, 1), basesIn(guild, 'Maps')]).toEqual([[], []])
  world.advanceTo(world.now() + 5_000)
  expect(basesIn(guild, 'Maps')).toEqual(['Simple Robe'])
  expect(readLines(guild)).toEqual([
    ['added', 'Tabula Rasa Simple Robe', 'drops'],
    ['removed', 'Tabula Rasa Simple Robe', 'drops'],
    ['added', 'Tabula Rasa Simple Robe', 'Maps'],
  ])
  const [, removed, added] = guild.log
  expect([removed?.account, added?.account]).toEqual([leader.name, leader.name])
  expect((added?.at ?? 0) - (removed?.at ?? 0)).toBe(3_000)
})

test('taking items off a stack writes a line with the remaining number', () => {
  const { world, guild, leader, happen } = aWorld()
  const { item_id = '' } = happen({ kind: 'guild_deposit', account: leader.name, item: chaos(20), tab: 'Currency' })
  const part = happen({ kind: 'guild_move', account: leader.name, item_id, tab: 'Maps', count: 8 })
  world.advanceTo(world.now() + 5_000)
  happen({ kind: 'guild_withdraw', account: leader.name, item_id, count: 2 })
  expect(part.item_id).not.toBe(item_id)
  expect(readLines(guild)).toEqual([
    ['added', '20× Chaos Orb', 'Currency'],
    ['modified', '12× Chaos Orb', 'Currency'],
    ['added', '8× Chaos Orb', 'Maps'],
    ['modified', '10× Chaos Orb', 'Currency'],
  ])
  const stacks = (tab: string) => findGuildTab(guild, tab)?.tab.items.map(({ item }) => [item.id, item.stack])
  expect([stacks('Currency'), stacks('Maps')]).toEqual([[[item_id, 10]], [[part.item_id, 8]]])
})

test('an item that finds no room returns to its tab', () => {
  const { world, guild, leader, happen } = aWorld()
  const { item_id = '' } = happen({ kind: 'guild_deposit', account: leader.name, item: tabula, tab: 1 })
  happen({ kind: 'guild_move', account: leader.name, item_id, tab: 'Maps' })
  happen({ kind: 'guild_tab_remove', account: leader.name, tab: 'Maps' })
  world.advanceTo(world.now() + 5_000)
  expect(basesIn(guild, 1)).toEqual(['Simple Robe'])
})

test('a tab can be filled up to its capacity', () => {
  const { guild, leader, happen } = aWorld()
  expect(happen({ kind: 'guild_fill', account: leader.name, tab: 1, count: 576 })).toMatchObject({ count: 576 })
  expect(happen({ kind: 'guild_fill', account: leader.name, tab: 1, count: 1 })).toMatchObject({ count: 0 })
  expect(guild.log).toHaveLength(576)
})

test('members sometimes move items and use up parts of stacks', () => {
  const { guild } = aWorld(30)
  const moves = guild.log.filter((line, at) => {
    const soon = guild.log.slice(at + 1).filter((later) => later.at - line.at <= 12_000)
    return (
      line.action === 'removed' &&
      soon.some((later) => later.action === 'added' && later.account === line.account && later.item === line.item)
    )
  })
  expect(moves.length).toBeGreaterThan(3)
})

test('impossible actions are refused with a specific error', () => {
  const { guild, leader, happen } = aWorld()
  expect(() => happen({ kind: 'guild_deposit', account: leader.name, item: tabula, tab: 'Nowhere' })).toThrow('no tab Nowhere')
  const { item_id = '' } = happen({ kind: 'guild_deposit', account: leader.name, item: chaos(3), tab: 'Currency' })
  const move = { kind: 'guild_move', account: leader.name, item_id, tab: 1 } as const
  expect(() => happen({ ...move, item_id: 'x' })).toThrow('has no item x')
  expect(() => happen({ ...move, tab: 'Nowhere' })).toThrow('no tab Nowhere')
  expect(() => happen({ ...move, count: 4 })).toThrow('only 3 of Chaos Orb are there, not 4')
  happen({ kind: 'guild_deposit', account: leader.name, item: chaos(20), tab: 'Currency' })
  const merged = findGuildTab(guild, 'Currency')?.tab.items[0]?.item.id ?? ''
  expect(() => happen({ ...move, item_id: merged })).toThrow('23 of Chaos Orb do not fit into one cell of drops, only 20')
  happen({ kind: 'guild_rank', account: leader.name, rank: 'none' })
  expect(() => happen({ kind: 'guild_withdraw', account: leader.name, item_id: 'x' })).toThrow('is in no guild')
})
