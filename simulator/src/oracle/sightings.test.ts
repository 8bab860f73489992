import type { Objective } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import type { PlacedItem } from '../items/item.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import type { Contest } from './contest.ts'
import { watchSightings } from './sightings.ts'

const HOUR = 60 * 60_000
const patience = {
  stream_ms: 60_000,
  guild_ms: 180_000,
  part_ms: 480_000,
  ladder_ms: 120_000,
  detail_ms: 120_000,
  calculation_ms: 60_000,
}
const everything = { id: 1 as never, field: 'ILVL' as const, operator: 'GT' as const, value: '-1', any_of: null }
const leaf = {
  id: 2,
  objective_type: 'ITEM',
  conditions: [everything],
  valid_from: null,
  children: [] as Objective[],
} as Partial<Objective> as Objective
const root = { ...leaf, id: 1, objective_type: 'CATEGORY', conditions: [], children: [leaf] } as Objective

test('incremental counts equal a full count of the tabs after any time of play', async () => {
  const { world, step } = await startSimulator()
  const start_ms = world.now()
  const contest: Contest = { realm: 'pc', start_ms, end_ms: start_ms + 24 * HOUR, root, presets: [], team_ids: [11, 12] }
  const sightings = watchSightings(world, contest, patience)
  const countAll = (items: readonly PlacedItem[]) => items.reduce((sum, { item }) => sum + (item.stack ?? 1), 0)
  const isCounted = ({ item }: PlacedItem) => item.frame !== 'SupporterFoil'
  const expected: [number, number][] = []
  world.observe({
    onPublished: ({ account_name, league, items }, at) => {
      const number = countAll(items.filter(isCounted))
      if (world.findAccount(account_name)?.team === 0 && league === world.options.league && number > 0)
        expected.push([at, number])
    },
  })
  step(24 * HOUR)
  expect(expected.length).toBeGreaterThan(100)
  // No guild tab has been read yet, so its sighting has no time.
  const told = sightings.of(leaf.id, 0)
  const published = told.filter(({ earliest }) => Number.isFinite(earliest))
  expect(published.map(({ earliest, number }) => [earliest, number])).toEqual(expected)

  const inTabs = world.guilds[0]?.tabs.flatMap(({ tab, parts }) => [tab, ...parts.map((part) => part.tab)]) ?? []
  const held = inTabs.map((tab) => countAll(tab.items.filter(isCounted))).filter((number) => number > 0)
  const ofGuild = told.filter((sighting) => !published.includes(sighting)).map(({ number }) => number)
  expect(held.length).toBeGreaterThan(5)
  expect(ofGuild.toSorted((a, b) => a - b)).toEqual(held.toSorted((a, b) => a - b))
})

test('without faults, repeated states are recorded once, and the first sighting of each number is the same', async () => {
  const { world, step } = await startSimulator()
  const start_ms = world.now()
  const uniques = { ...leaf, conditions: [{ ...everything, field: 'RARITY' as const, operator: 'EQ' as const, value: 'Unique' }] }
  const tree = { ...root, children: [uniques] }
  const contest: Contest = { realm: 'pc', start_ms, end_ms: start_ms + 24 * HOUR, root: tree, presets: [], team_ids: [11, 12] }
  const [all, calm] = [watchSightings(world, contest, patience), watchSightings(world, contest, patience, true)]
  for (const one of [all, calm]) one.guildsFrom(start_ms)
  step(12 * HOUR)
  const firsts = ({ of }: typeof all) => {
    const told = of(leaf.id, 0).toSorted((a, b) => a.earliest - b.earliest)
    return [...new Set(told.map(({ number }) => number))].map((number) => [
      number,
      told.find((one) => one.number === number)?.earliest,
    ])
  }
  expect(firsts(calm)).toEqual(firsts(all))
  expect(calm.of(leaf.id, 0).length).toBeLessThan(all.of(leaf.id, 0).length)
  expect(calm.sources(leaf.id, 0)).toEqual(all.sources(leaf.id, 0))
})

const levels = {
  ...leaf,
  objective_type: 'PLAYER',
  number_field: 'PLAYER_LEVEL',
  conditions: [],
} as Partial<Objective> as Objective

test("a level that the ladder does not show yet may have been seen on the character's own page", async () => {
  const { world, step } = await startSimulator()
  const start_ms = world.now()
  const tree = { ...root, children: [levels] }
  const contest: Contest = { realm: 'pc', start_ms, end_ms: start_ms + 24 * HOUR, root: tree, presets: [], team_ids: [11, 12] }
  const sightings = watchSightings(world, contest, patience)
  const highest = () =>
    Math.max(
      ...world.accounts
        .filter(({ team }) => team === 0)
        .flatMap(({ characters }) => characters.filter(({ league }) => league === world.options.league))
        .map(({ record }) => record.level),
    )
  let written_at = start_ms
  let [written, shown] = [0, 0]
  world.observe({ onLadder: (at) => ([written_at, written] = [at, highest()]) })
  for (; shown <= written || written === 0; shown = highest()) step(1000)
  const ahead = sightings.of(leaf.id, 0).filter(({ number }) => number === shown)
  expect(ahead).toEqual([expect.objectContaining({ earliest: written_at, latest: Number.POSITIVE_INFINITY, certain: false })])
})

test('a tab stored before the event is not expected, because the stream is read from its end at the start', async () => {
  const { world, step, inject } = await startSimulator()
  const [account] = world.accounts
  if (!account) throw new Error('the world is empty')
  const deposit = () => inject({ kind: 'deposit', account: account.name, item: { family: 'unique', name: 'Headhunter' } })
  const belts = { ...leaf, conditions: [{ ...everything, field: 'NAME' as const, operator: 'EQ' as const, value: 'Headhunter' }] }
  const tree = { ...root, children: [belts] }
  step(HOUR)
  deposit()
  const shown_at = world.now() + world.options.stream_delay_ms
  step(1000)
  const start_ms = world.now()
  const contest: Contest = { realm: 'pc', start_ms, end_ms: start_ms + 24 * HOUR, root: tree, presets: [], team_ids: [11, 12] }
  const sightings = watchSightings(world, contest, patience)
  const seen = () => sightings.of(belts.id, account.team).filter(({ earliest }) => Number.isFinite(earliest))
  step(shown_at - start_ms)
  expect(seen()).toEqual([])
  deposit()
  step(world.options.stream_delay_ms)
  expect(seen()).toContainEqual(expect.objectContaining({ number: 2, certain: true }))
})

test.each([
  [false, patience.ladder_ms],
  [true, 10 * patience.ladder_ms],
])('the first level of a player who hides on the ladder (%s) may be seen late', async (hidden_on_ladder, wait_ms) => {
  const { world, step, inject } = await startSimulator()
  const [account] = world.accounts.filter(({ characters }) => characters.length === 0)
  if (!account) throw new Error('every player has a character already')
  for (const { personality } of world.accounts) personality.hidden_on_ladder = hidden_on_ladder
  const start_ms = world.now()
  const tree = { ...root, children: [levels, { ...levels, id: 3, objective_type: 'TEAM' as const }] }
  const contest: Contest = { realm: 'pc', start_ms, end_ms: start_ms + 24 * HOUR, root: tree, presets: [], team_ids: [11, 12] }
  const sightings = watchSightings(world, contest, { ...patience, detail_ms: 10 * patience.ladder_ms })
  const waits = (id: number, from: number) =>
    sightings
      .of(id, account.team)
      .filter(({ earliest, certain }) => certain && earliest >= from)
      .map(({ earliest, latest }) => latest - earliest)
  inject({ kind: 'level', account: account.name, level: 50 })
  step(60_000)
  for (const { id } of tree.children) expect(new Set(waits(id, start_ms))).toEqual(new Set([60_000 + wait_ms]))
  // Once the list has been read, the ladder is enough.
  step(HOUR)
  inject({ kind: 'level', account: account.name, level: 95 })
  const reached_at = world.now()
  step(60_000)
  for (const { id } of tree.children)
    expect(new Set(waits(id, reached_at - 60_000))).toEqual(new Set([60_000 + patience.ladder_ms]))
})
