import { expect, test } from 'vitest'
import type { ObjectiveDefinition, PresetDefinition } from '../objectives/definition.ts'
import { createDepositIndex, readDeposits, type GuildLogEntry } from './attribution.ts'
import { rebuild } from './testing/rebuild.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset, nameIs } from './testing/builders.ts'

const vision = anObjective({ id: 2, parent_id: 1, conditions: [nameIs('Vision')], scoring_preset_id: 1 })
const aLine = (more: Partial<GuildLogEntry>): GuildLogEntry => ({
  id: '77',
  action: 'added',
  team_id: 1,
  user_id: 5,
  item_name: 'Vision',
  number: 1,
  timestamp: 40,
  ...more,
})
const asked = (objectives: ObjectiveDefinition[], line: Partial<GuildLogEntry>) =>
  readDeposits(createDepositIndex(objectives), [aLine(line)]).map(({ objective_id }) => objective_id)

test('a deposit of a single item becomes a fact with player and time', () => {
  expect(readDeposits(createDepositIndex([vision]), [aLine({})])).toEqual([
    { kind: 'fact', objective_id: 2, team_id: 1, user_id: 5, source: 'deposit:77', number: 1, timestamp: 40 },
  ])
})

test('A1: the longest name within the text wins', () => {
  const sublime = anObjective({ id: 3, conditions: [nameIs('Sublime Vision')] })
  expect(asked([vision, sublime], { item_name: 'Sublime Vision Prismatic Jewel' })).toEqual([3])
  expect(asked([vision, sublime], { item_name: 'Clear Vision Ring' })).toEqual([2])
})

test('A2: names beyond ASCII match', () => {
  expect(asked([anObjective({ id: 3, conditions: [nameIs('Mjölner')] })], { item_name: 'Mjölner Gavel' })).toEqual([3])
})

test('A4: every objective for the name gets the deposit', () => {
  expect(asked([vision, anObjective({ id: 3, conditions: [nameIs('Vision')] })], {})).toEqual([2, 3])
})

test('only single added items count', () => {
  expect(asked([vision], { action: 'removed' })).toEqual([])
  expect(asked([vision], { action: 'modified' })).toEqual([])
  expect(asked([vision], { number: 5 })).toEqual([])
})

test('objectives with further conditions, other fields or operators are ignored', () => {
  const more = [nameIs('Vision'), nameIs('Vision')]
  expect(asked([anObjective({ id: 3, conditions: more })], {})).toEqual([])
  expect(asked([anObjective({ id: 3, conditions: [{ field: 'ITEM_CLASS', operator: 'EQ', value: 'Vision' }] })], {})).toEqual([])
  expect(asked([anObjective({ id: 3, conditions: [{ field: 'NAME', operator: 'CONTAINS', value: 'Vision' }] })], {})).toEqual([])
  expect(asked([anObjective({ id: 3, conditions: [nameIs('')] })], {})).toEqual([])
})

const deposit = (sequence: number, timestamp: number, user_id: number) =>
  aFact({ sequence, timestamp, user_id, source: `deposit:${sequence}` })
const seen = aFact({ sequence: 1, timestamp: 50, source: 'stash:guild' })
const score = (
  facts: ReturnType<typeof aFact>[],
  more: Partial<ObjectiveDefinition> = {},
  preset: Partial<PresetDefinition> = {},
) =>
  rebuild(
    anEvent({
      start_at: 30,
      objectives: [aCategory({ id: 1 }), { ...vision, ...more }],
      presets: [aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [10, 5], ...preset })],
    }),
    facts,
    100,
  ).scoreboard()

test("a deposit names the finder and time of its item's score", () => {
  expect(
    score([seen, deposit(2, 40, 5)])
      .get(2)
      ?.get(1),
  ).toMatchObject({ user_id: 5, timestamp: 40 })
})

test('A3: the earliest deposit counts; if simultaneous, the smaller user id', () => {
  expect(
    score([seen, deposit(2, 45, 5), deposit(3, 40, 7), deposit(4, 40, 6)])
      .get(2)
      ?.get(1),
  ).toMatchObject({ user_id: 6, timestamp: 40 })
})

test('A5: a deposit from before the event names no finder', () => {
  expect(
    score([seen, deposit(2, 29, 5)])
      .get(2)
      ?.get(1),
  ).toMatchObject({ user_id: null, timestamp: 50 })
})

test('a deposit later than the score names no finder', () => {
  expect(
    score([seen, deposit(2, 51, 5)])
      .get(2)
      ?.get(1)?.user_id,
  ).toBeNull()
})

test('a deposit alone creates no score', () => {
  expect(score([deposit(2, 40, 5)]).has(2)).toBe(false)
})

test('E9: teams are ranked after attribution', () => {
  const other = aFact({ sequence: 3, team_id: 2, timestamp: 45 })
  expect(
    score([seen, deposit(2, 40, 5), other])
      .get(2)
      ?.get(1)?.rank,
  ).toBe(1)
  expect(score([seen, other]).get(2)?.get(1)?.rank).toBe(2)
})

test.each<[string, Partial<ObjectiveDefinition>, Partial<PresetDefinition>]>([
  ['need several items', { required_number: 2 }, {}],
  ['pay by value', {}, { scoring_method: 'POINTS_FROM_VALUE' }],
  ['rank by value', {}, { scoring_method: 'RANKED_VALUE' }],
  ['rank by the lowest value', {}, { scoring_method: 'RANKED_REVERSE' }],
  ['do not depend on the first time', { aggregation: 'MAXIMUM' }, {}],
])('A7: objectives that %s are ignored', (_, more, preset) => {
  expect(
    score([{ ...seen, number: 2 }, deposit(2, 40, 5)], more, preset)
      .get(2)
      ?.get(1),
  ).toMatchObject({ user_id: null, timestamp: 50 })
})
