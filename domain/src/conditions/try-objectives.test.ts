import { expect, test } from 'vitest'
import type { ConditionDefinition } from '../objectives/definition.ts'
import { aCategory, anObjective, nameIs } from '../scoring/testing/builders.ts'
import { tryObjectives } from './try-objectives.ts'

const item = { name: 'Mageblood', baseType: 'Heavy Belt', ilvl: 84, rarity: 'Unique', identified: true, stackSize: 3 }
const condition = (field: ConditionDefinition['field'], operator: ConditionDefinition['operator'], value: string) => ({
  field,
  operator,
  value,
})
const belt = condition('BASE_TYPE', 'EQ', 'Heavy Belt')
const high = condition('ILVL', 'GT', '85')
const rare = condition('RARITY', 'EQ', 'Rare')
const tryAll = (...lists: readonly ConditionDefinition[][]) =>
  tryObjectives(
    item,
    lists.map((conditions, at) => anObjective({ id: at + 1, conditions })),
    { classOf: () => '' },
    null,
  )

test('completed objectives come first, then the nearest misses, and last objectives without a matching condition', () => {
  const trials = tryAll(
    [nameIs('Headhunter')],
    [belt, high, rare],
    [nameIs('Mageblood')],
    [belt, high],
    [nameIs('Mageblood'), belt, high],
  )
  expect(trials.map(({ objective_id, matches, holding, failing }) => [objective_id, matches, holding, failing])).toEqual([
    [3, true, 1, 0],
    [5, false, 2, 1],
    [4, false, 1, 1],
    [2, false, 1, 2],
    [1, false, 0, 1],
  ])
})

test('alternatives are one requirement', () => {
  const either = (value: string) => ({ ...nameIs(value), any_of: 1 })
  expect(tryAll([either('Headhunter'), either('Squire'), belt])).toMatchObject([{ holding: 1, failing: 1 }])
})

test('a group is one requirement, which holds if enough of its conditions do', () => {
  const group = (at_least: number, ...members: ConditionDefinition[]) =>
    members.map((member) => ({ ...member, any_of: 1, at_least }))
  expect(tryAll(group(2, belt, rare, high), group(2, belt, nameIs('Mageblood'), high))).toMatchObject([
    { objective_id: 2, matches: true, holding: 1, failing: 0 },
    { objective_id: 1, matches: false, holding: 0, failing: 1, conditions: [{ any_of: 1, at_least: 2 }, {}, {}] },
  ])
})

test('a piece counts as much as the largest amount of a condition that holds', () => {
  const counted = (one: ConditionDefinition, counts_as: number) => ({ ...one, any_of: 1, counts_as })
  expect(tryAll([counted(belt, 2), counted(nameIs('Mageblood'), 40), counted(rare, 500)])).toMatchObject([{ number: 3 * 40 }])
})

test('a trial has the amount that the item adds, and the other obstacles', () => {
  expect(tryAll([belt], [])).toMatchObject([
    { objective_id: 1, number: 3, obstacles: [] },
    { objective_id: 2, matches: false, obstacles: ['no_conditions'] },
  ])
  expect(
    tryObjectives({ ...item, frameType: 10 }, [anObjective({ id: 1, conditions: [belt] })], { classOf: () => '' }, null),
  ).toMatchObject([{ matches: false, failing: 0, obstacles: ['foil'] }])
  expect(
    tryObjectives(item, [aCategory({ id: 1 }), anObjective({ id: 2, objective_type: 'PLAYER' })], { classOf: () => '' }, null),
  ).toEqual([])
})

test.each([
  [999, false, ['before_window']],
  [1000, true, []],
  [2001, false, ['after_window']],
  [null, true, []],
] as const)('an item that was found at %s', (at, matches, obstacles) => {
  const daily = anObjective({ id: 1, conditions: [belt], valid_from: 1000, valid_to: 2000 })
  expect(tryObjectives(item, [daily], { classOf: () => '' }, at)).toMatchObject([{ matches, obstacles }])
})
