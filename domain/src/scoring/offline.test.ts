import type { GameItem } from '@muster/contract/game-api'
import { expect, test } from 'vitest'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { aggregateMatches, matchSnapshots, type Match, type StashChange, type StashSnapshot } from './offline.ts'
import { anEvent, anObjective } from './testing/builders.ts'

const change = (id: number, stash_id: string, timestamp = id * 10): StashChange => ({ id, stash_id, timestamp })
const found = (stash_change_id: number | null, number: number, more: Partial<Match> = {}): Match => ({
  objective_id: 2,
  team_id: 1,
  user_id: 5,
  number,
  timestamp: (stash_change_id ?? 0) * 10,
  stash_change_id,
  ...more,
})
const resultOf = (more: Partial<ObjectiveDefinition>, changes: StashChange[], matches: Match[], team_id = 1) =>
  aggregateMatches(anEvent({ objectives: [anObjective({ id: 2, ...more })] }), changes, matches, 1000)
    .get(2)
    ?.get(team_id) ?? null

test('a tab whose newest change has no match counts as empty', () => {
  const changes = [change(1, 'a'), change(2, 'b'), change(3, 'a')]
  const matches = [found(1, 5), found(2, 7)]
  expect(resultOf({ aggregation: 'SUM_LATEST' }, changes, matches)).toMatchObject({ number: 7, timestamp: 20 })
  expect(resultOf({ aggregation: 'EARLIEST_FRESH_ITEM' }, changes, matches)).toMatchObject({ number: 5, timestamp: 10 })
  expect(resultOf({ aggregation: 'EARLIEST_FRESH_ITEM' }, changes, [found(1, 5)])).toBeNull()
})

test('the newest change is determined by time, then by id, in any order of the rows', () => {
  const matches = [found(1, 5, { timestamp: 10 })]
  expect(resultOf({ aggregation: 'EARLIEST_FRESH_ITEM' }, [change(2, 'a', 10), change(1, 'a', 10)], matches)).toBeNull()
  expect(resultOf({ aggregation: 'EARLIEST_FRESH_ITEM' }, [change(2, 'a', 5), change(1, 'a', 10)], matches)).not.toBeNull()
})

test("a tab that now shows another team's item is empty for the first team", () => {
  const changes = [change(1, 'a'), change(2, 'a')]
  const matches = [found(1, 5), found(2, 6, { team_id: 2 })]
  expect(resultOf({ aggregation: 'EARLIEST_FRESH_ITEM' }, changes, matches, 1)).toBeNull()
  expect(resultOf({ aggregation: 'EARLIEST_FRESH_ITEM' }, changes, matches, 2)).toMatchObject({ number: 6 })
})

test('a match row with the number 0 is a match, unlike a change without a row', () => {
  expect(resultOf({ aggregation: 'MINIMUM' }, [change(1, 'a'), change(2, 'a')], [found(1, 3), found(2, 0)])?.number).toBe(0)
  expect(resultOf({ aggregation: 'MINIMUM' }, [change(1, 'a'), change(2, 'a')], [found(1, 3)])?.number).toBe(3)
})

test('matches without a tab count per player, team values per team', () => {
  const byPlayer = [
    found(null, 5, { timestamp: 10 }),
    found(null, 3, { timestamp: 20 }),
    found(null, 4, { user_id: 6, timestamp: 15 }),
  ]
  expect(resultOf({ objective_type: 'PLAYER', aggregation: 'SUM_LATEST' }, [], byPlayer)?.number).toBe(7)
  expect(resultOf({ objective_type: 'TEAM', aggregation: 'SUM_LATEST' }, [], byPlayer)?.number).toBe(3)
})

test('a match of an unlisted change still counts', () => {
  expect(resultOf({ aggregation: 'EARLIEST' }, [], [found(99, 5, { timestamp: 10 })])).toMatchObject({
    number: 5,
    finished: true,
  })
})

test('teams outside the event and unknown objectives have no result', () => {
  expect(resultOf({}, [], [found(null, 5, { team_id: 9 })], 9)).toBeNull()
  expect(aggregateMatches(anEvent({ objectives: [anObjective({ id: 3 })] }), [], [found(null, 5)], 0).size).toBe(0)
})

const ring: GameItem = { baseType: 'Ring', stackSize: 3 }
const objectives = [
  anObjective({ id: 2, conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Ring' }], valid_from: 10, valid_to: 50 }),
  anObjective({
    id: 3,
    conditions: [{ field: 'BASE_TYPE', operator: 'EQ', value: 'Ring' }],
    aggregation: 'DIFFERENCE_BETWEEN',
    valid_from: 10,
    valid_to: 50,
  }),
]
const snapshot = (more: Partial<StashSnapshot> & { id: number }): StashSnapshot => ({
  account_name: 'Anna#1',
  league: 'Autumn',
  stash_id: 'a',
  timestamp: more.id * 10,
  items: [ring, ring],
  ...more,
})
const participants = new Map([['Anna#1', { team_id: 1, user_id: 5 }]])
const matchAll = (snapshots: StashSnapshot[]) => matchSnapshots(objectives, 'poe1', 'Autumn', participants, snapshots).matches

test('items of one snapshot are added up to one match per objective', () => {
  expect(matchAll([snapshot({ id: 2 })])).toEqual([
    { objective_id: 2, team_id: 1, user_id: 5, number: 6, timestamp: 20, stash_change_id: 2 },
    { objective_id: 3, team_id: 1, user_id: 5, number: 6, timestamp: 20, stash_change_id: 2 },
  ])
})

test('M5: windows are compared with the time of the snapshot; a change within the window also needs earlier snapshots', () => {
  expect(matchAll([snapshot({ id: 1, timestamp: 5 })]).map(({ objective_id }) => objective_id)).toEqual([3])
  expect(matchAll([snapshot({ id: 1, timestamp: 51 })])).toEqual([])
})

test('strangers, other leagues and private tabs have no matches, and matches are ordered by time', () => {
  const others = [
    snapshot({ id: 1, account_name: 'Bob#2' }),
    snapshot({ id: 2, league: 'Standard' }),
    snapshot({ id: 3, account_name: null, league: null }),
  ]
  expect(matchAll(others)).toEqual([])
  expect(matchAll([snapshot({ id: 4 }), snapshot({ id: 2 })]).map(({ stash_change_id }) => stash_change_id)).toEqual([2, 2, 4, 4])
})

test('an objective with a wearer condition counts what characters wear, the others what is in tabs', () => {
  const worn = anObjective({ id: 9, conditions: [{ field: 'WORN_BY', operator: 'EQ', value: 'Slayer' }] })
  const matchBoth = (game_version: 'poe1' | 'poe2', snapshots: StashSnapshot[]) =>
    matchSnapshots([...objectives, worn], game_version, 'Autumn', participants, snapshots).matches.map((one) => one.objective_id)
  expect(matchBoth('poe1', [snapshot({ id: 2 })])).toEqual([2, 3])
  expect(matchBoth('poe1', [snapshot({ id: 2, worn_by: 'Slayer' })])).toEqual([9])
  expect(matchBoth('poe1', [snapshot({ id: 2, worn_by: '' })])).toEqual([])
  expect(matchBoth('poe2', [snapshot({ id: 2, worn_by: 'Slayer' })])).toEqual([2, 3, 9])
  expect(matchBoth('poe2', [snapshot({ id: 2 })])).toEqual([2, 3])
})
