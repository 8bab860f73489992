import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { expect, test } from 'vitest'
import { DEFAULT_START_MS } from '../options.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import type { Contest, Outage, Patience } from './contest.ts'
import { createOracle } from './oracle.ts'
import type { Score } from './points.ts'
import { aNode, race } from '../testing/contest-nodes.ts'

const minutes = (count: number) => count * 60_000
const patience: Patience = {
  stream_ms: 60_000,
  guild_ms: minutes(3),
  part_ms: minutes(8),
  ladder_ms: minutes(2),
  detail_ms: minutes(6),
  calculation_ms: minutes(6),
}

const named = (value: string) => [{ id: 1 as never, field: 'NAME' as const, operator: 'EQ' as const, value, any_of: null }]

const nothing: Score = { points: 0, rank: 0, number: 0, finished: false, timestamp_s: null }
const first = (at: number): Score => ({ points: 10, rank: 1, number: 1, finished: true, timestamp_s: Math.floor(at / 1000) })

async function watch(leaf: Partial<Objective>, preset: Partial<ScoringPreset> = {}) {
  const simulator = await startSimulator()
  const { world } = simulator
  const start_ms = world.now()
  const root = aNode(1, { objective_type: 'CATEGORY', scoring_preset_id: null, children: [aNode(2, leaf)] })
  const contest: Contest = {
    realm: 'pc',
    start_ms,
    end_ms: start_ms + minutes(600),
    root,
    presets: [{ ...race, ...preset } as ScoringPreset],
    team_ids: [11, 12],
  }
  const oracle = createOracle(world, contest, patience)
  const [account] = world.accounts
  if (!account) throw new Error('the world is empty')
  const judge = (score: Score, outages: readonly Outage[] = []) =>
    oracle.judge({ of: (id, team) => (id === 2 && team === account.team ? score : nothing) }, outages).differences
  return { simulator, world, oracle, contest, account: account.name, judge, start_ms }
}

const headhunter = { family: 'unique', name: 'Headhunter' } as const

test('an item in the stream has to count, from the time of publication', async () => {
  const { simulator, account, judge, world } = await watch({ conditions: named('Headhunter') })
  simulator.inject({ kind: 'deposit', account, item: headhunter })
  simulator.step(minutes(5))
  const shown = world.now()
  simulator.step(minutes(30))
  expect(judge(first(shown))).toEqual([])
  expect(judge(first(shown - minutes(2)))).toHaveLength(1)
  expect(judge(first(shown + minutes(2)))).toHaveLength(1)
  expect(judge(nothing)).toHaveLength(1)
  expect(judge(first(shown + minutes(2)), [{ from_ms: shown, to_ms: shown + minutes(3) }])).toEqual([])
})

test('a group needs as many as it demands, and a piece counts as much as the condition that holds', async () => {
  const conditions = (at_least: number) =>
    [
      { field: 'NAME', operator: 'EQ', value: 'Headhunter', any_of: 1, at_least, counts_as: 40 },
      { field: 'NAME', operator: 'EQ', value: 'Mageblood', any_of: 1, counts_as: 900 },
      { field: 'ILVL', operator: 'GT', value: '0', any_of: 1, counts_as: 3 },
    ].map((one) => ({ id: 1, ...one })) as Objective['conditions']
  for (const [at_least, number] of [
    [2, 40],
    [3, 0],
  ] as const) {
    const { simulator, account, judge, world } = await watch({ conditions: conditions(at_least), required_number: 40 })
    simulator.inject({ kind: 'deposit', account, item: headhunter })
    simulator.step(minutes(5))
    const shown = world.now()
    simulator.step(minutes(30))
    expect(judge({ ...first(shown), number })).toHaveLength(number === 40 ? 0 : 1)
  }
})

test('one of several alternatives is enough, but only alternatives with the same number', async () => {
  const [wanted] = named('Headhunter')
  const [other] = named('Mageblood')
  if (!wanted || !other) throw new Error('no condition')
  const either = [other, wanted].map((one) => ({ ...one, any_of: 1 }))
  const both = [wanted, other].map((one, at) => ({ ...one, any_of: at + 1 }))
  for (const [conditions, problems] of [
    [either, 0],
    [both, 1],
  ] as const) {
    const { simulator, account, judge, world } = await watch({ conditions })
    simulator.inject({ kind: 'deposit', account, item: headhunter })
    simulator.step(minutes(5))
    const shown = world.now()
    simulator.step(minutes(30))
    expect(judge(first(shown))).toHaveLength(problems)
  }
})

test('only if items appeared in two tabs, one more may be seen than exists', async () => {
  const { simulator, account, judge, world } = await watch({ conditions: named('Headhunter'), required_number: 5 })
  simulator.inject({ kind: 'deposit', account, item: headhunter })
  simulator.step(minutes(5))
  const shown = world.now()
  simulator.step(minutes(30))
  const seen = (number: number): Score => ({ ...nothing, number, timestamp_s: Math.floor(shown / 1000) })
  const outage = { from_ms: shown - minutes(1), to_ms: shown + minutes(1) }
  expect(judge(seen(1))).toEqual([])
  expect(judge(seen(2))).toHaveLength(1)
  expect(judge(seen(2), [outage])).toHaveLength(1)
  expect(judge(seen(2), [{ ...outage, twins: true }])).toEqual([])
  expect(judge(seen(3), [{ ...outage, twins: true }])).toHaveLength(1)
})

test('points are recomputed: a difference in rank or points is reported', async () => {
  const { simulator, account, judge, world } = await watch({ conditions: named('Headhunter') })
  simulator.inject({ kind: 'deposit', account, item: headhunter })
  simulator.step(minutes(5))
  expect(judge({ ...first(world.now()), points: 5 })).toHaveLength(1)
  expect(judge({ ...first(world.now()), rank: 2 })).toHaveLength(1)
})

test('two teams within a second may share a rank or not, but no rank is skipped', async () => {
  const { simulator, oracle, world } = await watch({ conditions: named('Headhunter') })
  const owners = [0, 1].map((team) => world.accounts.find((account) => account.team === team)?.name ?? '')
  for (const account of owners) simulator.inject({ kind: 'deposit', account, item: headhunter })
  simulator.step(minutes(5))
  const at = world.now()
  const judge = (ranks: readonly number[], points: readonly number[]) => {
    const of = (id: number, team: number): Score =>
      id === 2 ? { ...first(at), rank: ranks[team] ?? 0, points: points[team] ?? 0 } : nothing
    return oracle.judge({ of }, []).differences.map(({ team }) => team)
  }
  expect(judge([1, 1], [10, 10])).toEqual([])
  expect(judge([1, 2], [10, 5])).toEqual([])
  expect(judge([2, 1], [5, 10])).toEqual([])
  expect(judge([2, 2], [5, 5])).toEqual([0, 1])
  expect(judge([1, 3], [10, 5])).toEqual([1])
})

test('an item that never existed does not count', async () => {
  const { simulator, judge, world } = await watch({ conditions: named('Mageblood') })
  simulator.step(minutes(1))
  expect(judge(nothing)).toEqual([])
  expect(judge(first(world.now()))).toHaveLength(1)
})

test('an item that was in a guild tab for a moment may be missed, an item that stayed may not', async () => {
  const { simulator, account, judge, oracle, world } = await watch({ conditions: named('Headhunter') })
  oracle.guildsFrom(world.now())
  const put = simulator.inject({ kind: 'guild_deposit', account, item: headhunter, tab: 'drops' })
  const at = world.now()
  simulator.step(minutes(1))
  simulator.inject({ kind: 'guild_withdraw', account, item_id: put.item_id ?? '' })
  expect(judge(nothing)).toEqual([])
  expect(judge(first(at + minutes(1)))).toEqual([])
  simulator.inject({ kind: 'guild_deposit', account, item: headhunter, tab: 'drops' })
  simulator.step(minutes(10))
  expect(judge(nothing)).toHaveLength(1)
})

test('a short change in a guild tab may be missed, even if an objective opens meanwhile', async () => {
  const opens = 30
  const { simulator, account, judge, oracle, world, start_ms } = await watch({
    conditions: named('Headhunter'),
    valid_from: new Date(DEFAULT_START_MS + minutes(opens)).toISOString(),
  })
  oracle.guildsFrom(world.now())
  simulator.inject({ kind: 'guild_deposit', account, item: headhunter, tab: 'officers ✦' })
  simulator.step(start_ms + minutes(opens + 1) - world.now())
  const put = simulator.inject({ kind: 'guild_deposit', account, item: { family: 'unique', name: 'Goldrim' }, tab: 'officers ✦' })
  const looked = (after: number): Score => first(world.now() + minutes(after))
  simulator.step(minutes(1))
  simulator.inject({ kind: 'guild_withdraw', account, item_id: put.item_id ?? '' })
  simulator.step(minutes(10))
  expect(judge(nothing)).toEqual([])
  simulator.inject({ kind: 'guild_deposit', account, item: { family: 'unique', name: 'Goldrim' }, tab: 'officers ✦' })
  const shown = looked(1)
  simulator.step(minutes(10))
  expect(judge(nothing)).toHaveLength(1)
  expect(judge(shown)).toEqual([])
})

test('an item that was in a guild tab before the event is seen at the first read', async () => {
  const { simulator, account, world, contest, start_ms } = await watch({ conditions: named('Headhunter') })
  simulator.inject({ kind: 'guild_deposit', account, item: headhunter, tab: 'drops' })
  simulator.step(minutes(5))
  const later = createOracle(world, contest, patience)
  const looked = world.now() + minutes(2)
  later.guildsFrom(looked)
  simulator.step(minutes(20))
  const judge = (score: Score) =>
    later.judge({ of: (id, team) => (id === 2 && team === world.findAccount(account)?.team ? score : nothing) }, []).differences
  expect(judge(first(looked + minutes(1)))).toEqual([])
  expect(judge(first(start_ms + minutes(1)))).toHaveLength(1)
  expect(judge(nothing)).toHaveLength(1)
})

test('a level may be seen from the time the character reached it until the next ladder was read', async () => {
  const { simulator, account, judge, world } = await watch({
    objective_type: 'PLAYER',
    number_field: 'PLAYER_LEVEL',
    required_number: 90,
  })
  simulator.step(minutes(3))
  simulator.inject({ kind: 'level', account, level: 91 })
  const at = world.now()
  simulator.step(minutes(10))
  expect(judge({ ...first(at + minutes(2)), number: 91 })).toEqual([])
  expect(judge({ ...first(at + minutes(9)), number: 91 })).toHaveLength(1)
  expect(judge({ ...nothing, number: 12 })).toHaveLength(1)
})

test('the largest number has to be exact', async () => {
  const { simulator, account, judge, world } = await watch({ conditions: named('Headhunter'), aggregation: 'MAXIMUM' })
  for (const _ of [1, 2]) simulator.inject({ kind: 'deposit', account, item: headhunter })
  simulator.step(minutes(5))
  const shown = world.now()
  simulator.step(minutes(30))
  expect(judge({ ...first(shown), number: 2 })).toEqual([])
  expect(judge(first(shown))).toHaveLength(1)
  expect(judge({ ...first(shown), number: 3 })).toHaveLength(1)
  expect(judge({ ...first(shown), number: 2, finished: false })).not.toEqual([])
})

test('a sum counts the items in tabs at the end, not earlier ones', async () => {
  const summed = { conditions: named('Headhunter'), aggregation: 'SUM_LATEST' as const }
  const { simulator, account, judge, world, oracle } = await watch(summed, {
    scoring_method: 'POINTS_FROM_VALUE',
    points: [1],
  })
  oracle.guildsFrom(world.now())
  simulator.step(minutes(10))
  simulator.inject({ kind: 'deposit', account, item: headhunter })
  const { item_id } = simulator.inject({ kind: 'guild_deposit', account, item: headhunter, tab: 'drops' })
  simulator.step(minutes(10))
  const worth = (number: number): Score => ({ ...first(world.now()), rank: 0, number, points: number })
  expect(judge(worth(2))).toEqual([])
  expect(judge(worth(1))).toHaveLength(1)
  simulator.inject({ kind: 'guild_withdraw', account, item_id: item_id ?? '' })
  simulator.step(minutes(10))
  expect(judge(worth(1))).toEqual([])
  expect(judge(worth(2))).toHaveLength(1)
})

test.each([
  ['RANKED_VALUE', [10, 5]],
  ['RANKED_REVERSE', [5, 10]],
] as const)('%s pays ranks by number', async (scoring_method, paid) => {
  const leaf = { conditions: named('Headhunter'), aggregation: 'MAXIMUM' as const }
  const { simulator, oracle, world } = await watch(leaf, { scoring_method })
  const owners = [0, 1].map((team) => world.accounts.find((account) => account.team === team)?.name ?? '')
  for (const account of [owners[0], ...owners]) simulator.inject({ kind: 'deposit', account: account ?? '', item: headhunter })
  simulator.step(minutes(5))
  const at = world.now()
  const judge = (points: readonly number[]) => {
    const of = (id: number, team: number): Score =>
      id === 2 ? { ...first(at), number: 2 - team, rank: points[team] === 10 ? 1 : 2, points: points[team] ?? 0 } : nothing
    return oracle.judge({ of }, []).differences.map(({ team }) => team)
  }
  expect(judge(paid)).toEqual([])
  expect(judge(paid.toReversed())).toEqual([0, 1])
})

test('either of two objectives completed within a second may be first, but the bonus is paid once', async () => {
  const { simulator, account, world, contest } = await watch({})
  const pieces = ['Headhunter', 'Mageblood'].map((name, place) => aNode(3 + place, { conditions: named(name) }))
  const set = aNode(2, { objective_type: 'CATEGORY', scoring_preset_id: 2 as never, children: pieces })
  const bonus = {
    ...race,
    id: 2,
    scoring_method: 'BONUS_PER_COMPLETION',
    type: 'CATEGORY',
    points: [0, 3],
  } as unknown as ScoringPreset
  const root = { ...contest.root, children: [set] }
  const oracle = createOracle(world, { ...contest, root, presets: [...contest.presets, bonus] }, patience)
  for (const name of ['Headhunter', 'Mageblood']) simulator.inject({ kind: 'deposit', account, item: { family: 'unique', name } })
  simulator.step(minutes(5))
  const at = world.now()
  const team = world.findAccount(account)?.team
  const judge = (...points: number[]) =>
    oracle.judge({ of: (id, of) => (id > 2 && of === team ? { ...first(at), points: points[id - 3] ?? 0 } : nothing) }, [])
      .differences.length
  expect(judge(10, 13)).toBe(0)
  expect(judge(13, 10)).toBe(0)
  expect(judge(13, 13)).toBe(1)
  expect(judge(10, 10)).toBe(1)
})
