import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { expect, test } from 'vitest'
import { startSimulator } from '../testing/test-simulator.ts'
import { type Contest, noRulings, type Outage, type Patience, type Rulings } from './contest.ts'
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
const asked = (field: string, operator: string, value: string) => ({ id: 1, field, operator, value, any_of: null }) as never

const nothing: Score = { points: 0, rank: 0, number: 0, finished: false, timestamp_s: null }
const first = (at: number, number = 1): Score => ({
  points: 10,
  rank: 1,
  number,
  finished: true,
  timestamp_s: Math.floor(at / 1000),
})

async function watch(leaf: Partial<Objective>, realm: Contest['realm'] = 'poe2') {
  const simulator = await startSimulator({ preset: 'tiny_both' })
  const { world } = simulator
  const start_ms = world.now()
  const contest: Contest = {
    realm,
    start_ms,
    end_ms: start_ms + minutes(600),
    root: aNode(1, { objective_type: 'CATEGORY', scoring_preset_id: null, children: [aNode(2, leaf)] }),
    presets: [race as ScoringPreset],
    team_ids: [11, 12],
  }
  const oracle = createOracle(world, contest, patience)
  const [account] = world.accounts
  if (!account) throw new Error('the world is empty')
  const judge = (score: Score, rulings?: Rulings, outages: readonly Outage[] = []) =>
    oracle
      .judge({ of: (id, team) => (id === 2 && team === account.team ? score : nothing) }, outages, undefined, rulings)
      .differences.filter(({ team }) => team === account.team)
  return { simulator, world, account, judge, start_ms }
}

const headhunter = { family: 'unique', name: 'Headhunter' } as const
const isHeadhunter = { conditions: [asked('NAME', 'EQ', 'Headhunter')] }

test('in the second game an item counts when a character puts it on, from the time the servers save it', async () => {
  const { simulator, account, judge, world } = await watch(isHeadhunter)
  simulator.step(minutes(10))
  const put = simulator.inject({ kind: 'wear', account: account.name, item: headhunter, realm: 'poe2' })
  const at = world.now()
  expect(put.slot).toBe('Belt')
  simulator.step(minutes(1))
  // reads are still within the allowed delay
  expect(judge(nothing)).toHaveLength(1)
  expect(judge(first(at))).toEqual([])
  expect(judge(first(at + minutes(6)))).toEqual([])
  expect(judge(first(at + minutes(9)))).toHaveLength(1)
  expect(judge(first(at - minutes(1)))).toHaveLength(1)
})

test('an item worn only for a moment may be missed', async () => {
  const { simulator, account, judge, world } = await watch(isHeadhunter)
  simulator.step(minutes(10))
  const { item_id = '' } = simulator.inject({ kind: 'wear', account: account.name, item: headhunter, realm: 'poe2' })
  const at = world.now()
  simulator.step(minutes(1))
  simulator.inject({ kind: 'take_off', account: account.name, item_id, realm: 'poe2' })
  simulator.step(minutes(30))
  expect(judge(nothing)).toEqual([])
  expect(judge(first(at + minutes(1)))).toEqual([])
  expect(judge(first(at + minutes(20)))).toHaveLength(1)
})

test('an item in a bag, in a tab or on a character of the first game does not count', async () => {
  const { simulator, account, judge, world } = await watch(isHeadhunter)
  simulator.step(minutes(10))
  simulator.inject({ kind: 'drop', account: account.name, item: headhunter, realm: 'poe2' })
  simulator.inject({ kind: 'deposit', account: account.name, item: headhunter })
  simulator.inject({ kind: 'guild_deposit', account: account.name, item: headhunter, tab: 'drops' })
  simulator.inject({ kind: 'wear', account: account.name, item: headhunter })
  simulator.step(minutes(30))
  expect(judge(nothing)).toEqual([])
  expect(judge(first(world.now() - minutes(10)))).toHaveLength(1)
})

test.each([
  ['poe2', true],
  ['poe2', false],
  ['pc', true],
  ['pc', false],
] as const)('the wearer in %s is the ascendancy, by its display name (matches: %s)', async (realm, isThatOne) => {
  const grow = async (conditions: Objective['conditions']) => {
    const watched = await watch({ conditions }, realm)
    watched.simulator.inject({ kind: 'level', account: watched.account.name, level: 70, realm })
    watched.simulator.step(minutes(60))
    const { record } = (realm === 'poe2' ? watched.account.second_game[0] : watched.account.characters[0]) ?? {}
    return { ...watched, ascendancy: typeof record?.ascendancy === 'string' ? record.ascendancy : record?.ascendancy?.name }
  }
  const { ascendancy } = await grow(isHeadhunter.conditions)
  if (ascendancy === undefined) throw new Error('nobody ascended')
  const wearer = asked('WORN_BY', 'EQ', isThatOne ? ascendancy : 'Nobody')
  const { simulator, account, world, judge } = await grow([...isHeadhunter.conditions, wearer])
  simulator.inject({ kind: 'wear', account: account.name, item: headhunter, realm })
  const at = world.now()
  simulator.step(minutes(30))
  expect(judge(first(at))).toHaveLength(isThatOne ? 0 : 1)
})

test('in the first game an item in a tab has no wearer', async () => {
  const { simulator, account, judge } = await watch(
    { conditions: [...isHeadhunter.conditions, asked('WORN_BY', 'LENGTH_EQ', '0')] },
    'pc',
  )
  simulator.inject({ kind: 'deposit', account: account.name, item: headhunter })
  simulator.inject({ kind: 'wear', account: account.name, item: headhunter })
  simulator.step(minutes(30))
  expect(judge(nothing)).toEqual([])
})

test("levels and ascendancy points of the second game are separate from the first game's", async () => {
  const { simulator, account, judge, world } = await watch({
    objective_type: 'PLAYER',
    number_field: 'PLAYER_LEVEL',
    required_number: 90,
  })
  simulator.step(minutes(3))
  simulator.inject({ kind: 'level', account: account.name, level: 91 })
  simulator.step(minutes(10))
  const { level = 0 } = account.second_game[0] ?? {}
  expect(judge({ ...nothing, number: level, timestamp_s: Math.floor(world.now() / 1000) })).toEqual([])
  simulator.inject({ kind: 'level', account: account.name, level: 91, realm: 'poe2' })
  const at = world.now()
  simulator.step(minutes(5))
  expect(judge(first(at + minutes(1), 91))).toEqual([])
})

test('only approved claims count, from the claimed time', async () => {
  const { simulator, account, judge, start_ms } = await watch({ objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' })
  simulator.step(minutes(30))
  const at_ms = start_ms + minutes(7)
  const rulings = { ...noRulings, claims: [{ objective_id: 2, team: account.team, at_ms, number: 1, account: 0 }] }
  expect(judge(first(at_ms), rulings)).toEqual([])
  expect(judge(nothing, rulings)).toHaveLength(1)
  expect(judge(first(at_ms + minutes(1)), rulings)).toHaveLength(1)
  expect(judge(first(at_ms))).toHaveLength(1)
})

test('the claim with the best number counts, at the time of its first appearance', async () => {
  for (const [aggregation, best, at] of [
    ['MAXIMUM', 9, 2],
    ['MINIMUM', 4, 3],
  ] as const) {
    const { simulator, account, judge, start_ms } = await watch({
      objective_type: 'SUBMISSION',
      number_field: 'SUBMISSION_VALUE',
      aggregation,
    })
    simulator.step(minutes(30))
    const claims = [5, 9, 4, 9].map((number, place) => ({
      objective_id: 2,
      team: account.team,
      at_ms: start_ms + minutes(place + 1),
      number,
      account: 0,
    }))
    const rulings = { ...noRulings, claims }
    expect(judge(first(start_ms + minutes(at), best), rulings)).toEqual([])
    expect(judge(first(start_ms + minutes(1), 5), rulings)).toHaveLength(1)
    expect(judge(nothing, rulings)).toHaveLength(1)
  }
})

test('an excluded fact does not count, from any source', async () => {
  const { simulator, account, judge, world } = await watch(isHeadhunter)
  simulator.step(minutes(10))
  simulator.inject({ kind: 'wear', account: account.name, item: headhunter, realm: 'poe2' })
  const at = world.now()
  simulator.step(minutes(30))
  const excluding = (number: number): Rulings => ({ ...noRulings, exclusions: [{ objective_id: 2, account: number }] })
  expect(judge(nothing, excluding(account.ordinal))).toEqual([])
  expect(judge(first(at), excluding(account.ordinal))).toHaveLength(1)
  expect(judge(first(at), excluding(account.ordinal + 1))).toEqual([])
})
