import { Item, StashTabAnswer, StashTabList, type StashTabOfGame } from '@muster/contract/game-api'
import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_START_MS, presets } from '../options.ts'
import { createSimulator, type Simulator } from '../simulator.ts'
import { readJson } from '../testing/shapes.ts'
import { firstAccount } from '../testing/test-simulator.ts'
import { askApi, connectAccount } from '../testing/visitor.ts'
import type { Guild } from './guilds.ts'
import { createWorld } from './world.ts'

const HOUR = 60 * 60_000
const scopes = 'account:profile account:guild:stashes'

/**
 * All tabs of the first guild after its first two hours, read with the leader's token; parts are listed beside their collection.
 */
async function readEveryTab(simulator: Simulator) {
  const token = await connectAccount(simulator, firstAccount(simulator), scopes)
  const base = `/guild/stash/${encodeURIComponent(simulator.world.options.league)}`
  simulator.switches.limits_enabled = false
  const { stashes } = await readJson(await askApi(simulator, token, base), StashTabList)
  const tabs = stashes.flatMap((stash) => (stash.type === 'Folder' ? (stash.children ?? []) : [stash]))
  const read = async (path: string) => {
    const { stash } = await readJson(await askApi(simulator, token, `${base}/${path}`), StashTabAnswer)
    if (!stash) throw new Error(`no tab ${path}`)
    return stash
  }
  const shown: StashTabOfGame[] = []
  for (const tab of tabs) {
    shown.push(await read(tab.id))
    for (const part of tab.children ?? []) shown.push(await read(`${tab.id}/${part.id}`))
  }
  return { listed: stashes, shown }
}

let listed: readonly StashTabOfGame[]
let shown: readonly StashTabOfGame[]
let guild: Guild

beforeAll(async () => {
  const simulator = await createSimulator({ preset: { ...presets.tiny, guild_tabs: 'every_type' } })
  simulator.step(2 * HOUR)
  ;({ listed, shown } = await readEveryTab(simulator))
  guild = simulator.world.guilds[0] as Guild
  await simulator.close()
})

test('there is a tab of every type, and each contains a matching item', () => {
  const types = new Set([...listed, ...shown].map(({ type }) => type))
  expect([...types].toSorted()).toEqual([
    'BlightStash',
    'CurrencyStash',
    'DeliriumStash',
    'DelveStash',
    'DivinationCardStash',
    'EssenceStash',
    'FlaskStash',
    'Folder',
    'FragmentStash',
    'GemStash',
    'LanternStash',
    'MapStash',
    'MetamorphStash',
    'NormalStash',
    'PremiumStash',
    'QuadStash',
    'UltimatumStash',
    'UniqueStash',
  ])
  const empty = shown.filter(({ items, children }) => items?.length === 0 && !children)
  expect(empty).toEqual([])
  const bases = (type: string) =>
    shown.flatMap((tab) => (tab.type === type ? (tab.items ?? []) : [])).map((item) => item['baseType'])
  expect(bases('EssenceStash').every((base) => String(base).includes('Essence of '))).toBe(true)
  expect(bases('BlightStash').every((base) => String(base).endsWith(' Oil'))).toBe(true)
  expect(bases('MapStash').every((base) => /^Map |^Blight/.test(String(base)))).toBe(true)
})

test('tab contents have the format of the game', () => {
  for (const { items } of shown) for (const item of items ?? []) Item.parse(item)
})

test('a collection has a separate part for each kind, and parts of maps name theirs', () => {
  const maps = listed.find(({ type }) => type === 'MapStash')
  expect(maps?.children?.length).toBeGreaterThan(2)
  const names = maps?.children?.map(({ metadata }) => (metadata?.['map'] as { name: string } | undefined)?.name)
  expect(new Set(names).size).toBe(maps?.children?.length)
  expect(shown.find(({ id }) => id === maps?.id)?.items).toEqual([])
  const uniques = listed.find(({ type }) => type === 'UniqueStash')
  expect(uniques?.children?.length).toBeGreaterThan(2)
})

type Slots = Readonly<
  Record<string, { x: number; y: number; w: number; h: number; scale: number; section?: string; hidden?: boolean }>
>
const readSlots = (layout: unknown): Slots => ((layout as { layout?: Slots }).layout ?? layout) as Slots

test('tabs with slots describe them in one of three ways or not at all; every item has its own slot', () => {
  const layoutOf = (type: string) => shown.find((tab) => tab.type === type)?.metadata?.['layout']
  expect(layoutOf('QuadStash')).toBe(true)
  expect(layoutOf('CurrencyStash')).toMatchObject({ sections: ['general', 'other'], layout: { 0: { section: 'general' } } })
  expect(layoutOf('EssenceStash')).toMatchObject({ 0: { x: 32, y: 50, w: 1, h: 1, scale: 0.8 } })
  for (const type of ['NormalStash', 'DivinationCardStash', 'MetamorphStash', 'LanternStash'])
    expect([type, layoutOf(type)]).toEqual([type, undefined])
  expect(listed.every(({ metadata }) => metadata?.['layout'] === undefined)).toBe(true)

  const slotted = shown.filter(({ type, metadata }) => metadata?.['layout'] !== true && !/Normal|Premium|Map|Unique/.test(type))
  expect(slotted.length).toBeGreaterThan(8)
  for (const { items = [], metadata } of slotted) {
    const places = (items ?? []).map((item) => Number(item['x']))
    expect(new Set(places).size).toBe(places.length)
    const layout = metadata?.['layout']
    if (layout === undefined) continue
    const slots = readSlots(layout)
    expect(places.filter((place) => !slots[place] || slots[place].hidden)).toEqual([])
  }
})

test('slots shown together do not overlap, and all are on the board', () => {
  const boards = shown.flatMap(({ metadata }) =>
    typeof metadata?.['layout'] === 'object' ? [readSlots(metadata['layout'])] : [],
  )
  expect(boards.length).toBeGreaterThan(6)
  for (const board of boards) {
    const rows = Object.values(board).map(({ x, y, w, h, scale, section }) => {
      const side = (600 / 14) * scale
      return { left: x, top: y, right: x + w * side, bottom: y + h * side, section }
    })
    expect(rows.filter(({ right, bottom }) => right > 600 || bottom > 600)).toEqual([])
    for (const [at, a] of rows.entries()) {
      const under = rows
        .slice(at + 1)
        .filter((b) => a.section === b.section && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      expect([a, under]).toEqual([a, []])
    }
  }
})

test('members added everything: each item has a log line', () => {
  const added = guild.log.filter(({ action }) => action === 'added')
  expect(added.length).toBeGreaterThan(450)
  expect(new Set(added.map(({ account }) => account)).size).toBe(2)
})

test('an old guild has 60 tabs and 30,000 items', () => {
  const { retained_hours: _, ...preset } = presets.tiny
  const times = { start_ms: DEFAULT_START_MS, stream_delay_ms: 300_000, retained_ms: HOUR, ladder_cache_ms: 60_000 }
  const world = createWorld({ ...preset, ...times, seed: 7, journal_kept: 10, teams: 1, guild_tabs: 'many' })
  const [old] = world.guilds
  expect(old?.tabs).toHaveLength(60)
  expect(old?.tabs.reduce((sum, { tab }) => sum + tab.items.length, 0)).toBeGreaterThan(30_000)
})
