import { expect, test } from 'vitest'
import { presets } from '../options.ts'
import type { Simulator } from '../simulator.ts'
import { firstAccount, startSimulator } from '../testing/test-simulator.ts'
import { askApi, connectAccount, connectApplication, everyAccountScope } from '../testing/visitor.ts'
import { createMemory } from './memory.ts'

const HOUR = 60 * 60_000

/** A world in which play is over: only the test changes it. `look` requests everything that is cached. */
const visit = async () => {
  const switches = { limits_enabled: false, page_tabs: 1000, page_items: 100_000 }
  const simulator = await startSimulator({ preset: { ...presets.tiny, league_hours: 5 }, switches })
  simulator.step(6 * HOUR)
  const { world } = simulator
  const player = await connectAccount(simulator, firstAccount(simulator), `${everyAccountScope} account:guild:stashes`)
  const application = await connectApplication(simulator)
  const league = encodeURIComponent(world.options.league)
  const look = async (): Promise<Record<string, string>> => {
    const tabs = world.guilds[0]?.tabs.flatMap(({ tab, parts }) => [tab.id, ...parts.map((part) => `${tab.id}/${part.tab.id}`)])
    const characters = world.accounts[0]?.characters.map(({ name }) => encodeURIComponent(name))
    const own = [
      `/league-account/${league}`,
      ...(tabs ?? []).map((id) => `/guild/stash/${league}/${id}`),
      ...(characters ?? []).map((name) => `/character/${name}`),
    ]
    const asked = [[application, '/public-stash-tabs'] as const, ...own.map((path) => [player, path] as const)]
    const answers = asked.map(async ([token, path]) => [path, await (await askApi(simulator, token, path)).text()])
    return Object.fromEntries(await Promise.all(answers))
  }
  return { simulator, look }
}

const ring = { family: 'rare', name: 'Paua Ring' } as const
const tabula = { family: 'unique', name: 'Tabula Rasa' } as const

type Change = (simulator: Simulator, account: string) => void

const moveWithinGuild: Change = ({ inject }, account) => {
  const { item_id: id = '' } = inject({ kind: 'guild_deposit', account, item: ring })
  inject({ kind: 'guild_withdraw', account, item_id: id })
  inject({ kind: 'guild_deposit', account, item: { ...ring, id }, tab: 'Maps' })
}
const depositAlone: Change = ({ inject, step }, account) => {
  inject({ kind: 'deposit', account, item: ring })
  // until the stream shows it
  step(HOUR / 10)
}
const learnAtlas: Change = ({ world }) => {
  for (const character of world.accounts[0]?.characters ?? []) character.atlas_points += 3
}

const items = ['/guild/', '/character/', '/public-stash-tabs'] as const
/** Changes, with the addresses whose answers they affect. */
const changes: Record<string, [readonly string[], Change]> = {
  'a deposit': [['/guild/'], ({ inject }, account) => inject({ kind: 'guild_deposit', account, item: ring })],
  'the first item of a kind': [
    ['/guild/'],
    ({ inject }, account) => inject({ kind: 'guild_deposit', account, item: tabula, tab: 'Uniques' }),
  ],
  'a move': [['/guild/'], moveWithinGuild],
  'a renamed tab': [
    ['/guild/'],
    ({ inject }, account) => inject({ kind: 'guild_tab_rename', account, tab: 'Maps', name: 'Karten ✦' }),
  ],
  "a player's deposit": [['/public-stash-tabs'], depositAlone],
  'a renamed player': [
    ['/public-stash-tabs'],
    (simulator, account) => {
      simulator.inject({ kind: 'account_rename', account, name: 'Renamed#0042' })
      depositAlone(simulator, 'Renamed#0042')
    },
  ],
  'a level': [['/character/'], ({ inject }, account) => inject({ kind: 'level', account, level: 70 })],
  'a renamed character': [
    ['/character/'],
    ({ inject }, account) => inject({ kind: 'character_rename', account, name: 'Ünbenannt_✦' }),
  ],
  'new atlas points': [['/league-account/'], learnAtlas],
  'another wire version': [items, ({ switches }) => void (switches.wire_version = '3.28')],
  'pictures from elsewhere': [items, ({ switches }) => void (switches.image_base = 'https://pictures.invalid')],
  'another wire format': [items, ({ faults }) => void faults.add({ effect: 'shape.nulls', match: {}, when: {}, parameters: {} })],
}

test.each(Object.entries(changes))('%s appears in cached answers as in new ones', async (_, [places, change]) => {
  const [asked, fresh] = [await visit(), await visit()]
  const before = await asked.look()
  for (const { simulator } of [asked, fresh]) change(simulator, firstAccount(simulator))
  const after = await asked.look()
  expect(after).toEqual(await fresh.look())
  for (const place of places) {
    const told = (all: Record<string, string>) => Object.entries(all).filter(([path]) => path.startsWith(place))
    expect(told(after)).not.toEqual(told(before))
  }
})

test('an answer changed by a fault is not cached', async () => {
  const { simulator, look } = await visit()
  const before = await look()
  simulator.faults.add({ effect: 'shape.unknown', match: {}, when: {}, parameters: {} })
  expect(await look()).not.toEqual(before)
  simulator.faults.clear()
  expect(await look()).toEqual(before)
})

test('an entry is reused for equal parts, and replaced when a part differs', () => {
  const remember = createMemory<object, object>()
  const [thing, other] = [{}, {}]
  const made = remember(thing, ['3.29', other], () => ({}))
  expect(remember(thing, ['3.29', other], () => ({}))).toBe(made)
  expect(remember(other, ['3.29', other], () => ({}))).not.toBe(made)
  expect(remember(thing, ['3.29', {}], () => ({}))).not.toBe(made)
  expect(remember(thing, ['3.29', other], () => ({}))).not.toBe(made)
})
