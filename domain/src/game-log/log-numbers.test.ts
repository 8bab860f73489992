import { expect, test } from 'vitest'
import { findLogKind, type KnownNumbers, listLogResults, type LogGoal, type TimedLogEvent } from './log-numbers.ts'

const level = (number: number, happened_at: number): TimedLogEvent => ({ kind: 'level', value: 'Witch', number, happened_at })
const goal: LogGoal = {
  number_field: 'PLAYER_LEVEL',
  asks: () => true,
  required_number: 40,
  only_first: false,
  from: 0,
  to: 1000,
}
const none: KnownNumbers = { highest: 0, rejected: 0 }
const listNumbers = (events: TimedLogEvent[], more: Partial<LogGoal> = {}, known: Partial<KnownNumbers> = {}) =>
  listLogResults({ ...goal, ...more }, { ...none, ...known }, events).map(({ number, event }) => [number, event.happened_at])

test('the event that reaches the required number and the highest are reported, not those between', () => {
  expect(listNumbers([level(38, 1), level(39, 2), level(40, 3), level(41, 4), level(42, 5)])).toEqual([
    [40, 3],
    [42, 5],
  ])
})

test('below the required number only the highest is reported', () => {
  expect(listNumbers([level(2, 1), level(3, 2)])).toEqual([[3, 2]])
})

test('where only the first completion matters, nothing else is reported', () => {
  const first = { only_first: true }
  expect(listNumbers([level(2, 1), level(3, 2)], first)).toEqual([])
  expect(listNumbers([level(3, 2), level(40, 3), level(41, 4)], first, { highest: 3 })).toEqual([[40, 3]])
  expect(listNumbers([level(40, 3), level(41, 4)], first, { highest: 40 })).toEqual([])
})

test('a number that does not rise is not reported: a second character starts at level 2', () => {
  expect(listNumbers([level(60, 1), level(2, 2)], {}, { highest: 60 })).toEqual([])
})

test('events that are stored count for an objective without a report', () => {
  expect(listNumbers([level(60, 1), level(2, 2)])).toEqual([[60, 1]])
})

test('a rejected number is not reported again; the next one is, even where only the first is reported', () => {
  const rejected = { rejected: 60 }
  expect(listNumbers([level(59, 1), level(60, 2)], {}, rejected)).toEqual([])
  expect(listNumbers([level(59, 1), level(60, 2), level(61, 3)], { only_first: true }, rejected)).toEqual([[61, 3]])
})

test('one event is reported once, even if it reaches the number and is the highest', () => {
  expect(listNumbers([level(40, 3)])).toEqual([[40, 3]])
  expect(listNumbers([level(40, 3), level(41, 3)])).toEqual([[41, 3]])
})

test('the earliest event of the highest number decides its time', () => {
  expect(listNumbers([level(20, 1), level(20, 2)])).toEqual([[20, 1]])
})

test('events outside the window or of another kind do not count', () => {
  expect(listNumbers([level(50, 5000), { kind: 'death', value: '', number: 0, happened_at: 3 }])).toEqual([])
})

const event = (kind: TimedLogEvent['kind'], value: string, happened_at: number, number = 0): TimedLogEvent => ({
  kind,
  value,
  number,
  happened_at,
})

test.each([
  ['DEATHS', [event('death', '', 1), event('death', '', 2), event('death', '', 2)], 3],
  ['AREA_LEVEL', [event('area', '1_1_2', 1, 2), event('area', 'MapWorldsStrand', 2, 68), event('area', '1_1_2', 3, 2)], 68],
  ['AREAS_ENTERED', [event('area', '1_1_2', 1, 2), event('area', '1_1_3', 2, 3), event('area', '1_1_2', 3, 2)], 2],
  ['ACTS_FINISHED', [event('area', '1_3_town', 1, 23), event('area', '2_10_town', 2, 64), event('area', '1_1_2', 3, 2)], 9],
  ['ACTS_FINISHED', [event('area', '2_11_endgame_town', 1, 69)], 10],
  ['ACTS_FINISHED', [event('area', 'G3_town', 1, 33)], 2],
  ['ACTS_FINISHED', [event('area', 'P2_Town', 1, 60)], 4],
  ['ACTS_FINISHED', [event('area', 'G_Endgame_Town', 1, 65)], 4],
  ['PASSIVES_ALLOCATED', [event('passive', 'spells18', 1), event('passive', 'spells18', 2), event('passive', 'str1', 3)], 2],
  ['BOSS_LINES', [event('boss', 'maven', 1), event('boss', 'maven', 2), event('boss', 'sirus', 3)], 2],
] as const)('%s follows from its events', (number_field, events, number) => {
  const results = listLogResults({ ...goal, number_field, required_number: 1 }, none, events)
  expect(results.at(-1)?.number).toBe(number)
})

test('only events that the objective asks for count, each value once', () => {
  const areas = ['MavenBoss', 'MapWorldsStrand', 'MavenBoss', 'MapWorldsShapersRealm'].map((id, at) => event('area', id, at))
  const asks = ({ value }: { readonly value: string }) => value !== 'MapWorldsStrand'
  expect(listNumbers(areas, { number_field: 'AREAS_ENTERED', asks, required_number: 1 })).toEqual([
    [1, 0],
    [2, 3],
  ])
})

test('an area that is not a town, and the first town, finish no act', () => {
  const areas = ['1_1_town', 'G1_town', 'MapWorldsStrand', 'HideoutShrine']
  expect(areas.flatMap((area) => listNumbers([event('area', area, 1)], { number_field: 'ACTS_FINISHED' }))).toEqual([])
})

test('a number that the log does not show has no row', () => {
  const depth = { objective_type: 'PLAYER', aggregation: 'MAXIMUM', number_field: 'DELVE_DEPTH' } as const
  expect(findLogKind(depth)).toBeNull()
  expect(findLogKind({ ...depth, number_field: 'DEATHS' })).toBe('death')
  expect(findLogKind({ ...depth, number_field: 'DEATHS', aggregation: 'MINIMUM' })).toBeNull()
  expect(findLogKind({ ...depth, number_field: 'PLAYER_LEVEL', aggregation: 'DIFFERENCE_BETWEEN' })).toBeNull()
  expect(findLogKind({ ...depth, number_field: 'PLAYER_LEVEL', objective_type: 'TEAM' })).toBeNull()
  expect(listNumbers([level(50, 5)], { number_field: 'DELVE_DEPTH' })).toEqual([])
})
