import { itemFields, operators } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClassifier } from '../items/classes.ts'
import { isFoil } from '../items/frames.ts'
import { readRecord } from '../items/normalise.ts'
import type { ConditionDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { anObjective as buildObjective } from '../scoring/testing/builders.ts'
import { compileCondition } from './compile.ts'
import { createMatcher, readNumber } from './matcher.ts'

const noon = 1_750_000_000_000

const anObjective = (id: number, conditions: readonly ConditionDefinition[]): ObjectiveDefinition =>
  buildObjective({ id, conditions })

const words = [
  'Life',
  'life',
  'Chaos Orb',
  'Iron Ring',
  'Vaal Axe',
  'Map',
  'Ring',
  'Jewel',
  'Rare',
  '+5 to Life',
  'Fire',
  '[Cold] Ring',
  '',
  'é',
  'ſpark K',
  'a[b',
  '12 to Life',
  '5% Fire',
  '2 to Life',
  '7 [Cold] Ring',
  '<<set:x>>Life',
  '5<<set:x>>Life',
  '<uniqueitem>{Chaos Orb}',
  '<c>{5 to Life}',
  '<size:27>{5% <c>{Fire}}',
  'Map (Tier 5)',
]
const word = fc.constantFrom(...words)
const pattern = fc.constantFrom(
  '(?i)life',
  '^[A-Z]',
  'Life|Fire',
  'R(in|a)re?g?',
  '\\d+ to',
  '.',
  '(?i)SPARK k',
  '(Chaos|Vaal) \\w+',
  'x*',
  'a\\[b',
  '^$',
  'Iron( Ring)?$',
  '^\\+5 to',
  '(?i)to life',
  '^ to',
  '(?i)fire',
  'Life 1?2',
)
const integer = fc.constantFrom('0', '1', '5', '84', '-3')
const value = fc.oneof(
  word,
  pattern,
  integer,
  fc.constantFrom('true', '0'),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(', ')),
)
const condition = fc.record({ field: fc.constantFrom(...itemFields), operator: fc.constantFrom(...operators), value })
type AnyOf = number | null | undefined
const withNumber = ([one, any_of]: readonly [ConditionDefinition, AnyOf]): ConditionDefinition =>
  any_of === undefined ? one : { ...one, any_of }
/** Adds the number that a group demands, and the amount that one piece counts as. */
const withCounts = ([one, at_least, counts_as]: readonly [ConditionDefinition, number, number]): ConditionDefinition => ({
  ...one,
  ...(at_least > 1 && { at_least }),
  ...(counts_as > 1 && { counts_as }),
})
const isUsable = (one: ConditionDefinition) => compileCondition(one).ok
const usable = condition.filter(isUsable)
const numbered = fc.tuple(usable, fc.constantFrom(undefined, null, 1, 1, 2, 2, 3)).map(withNumber)
const objectives = fc.array(fc.array(usable, { minLength: 1, maxLength: 3 }), { maxLength: 12 })
const mod = fc.oneof(
  word,
  fc.record({ description: word, flags: fc.constantFrom({}, [], { crafted: true }, { fractured: true }) }),
)
/** Many modifiers with the same words around different numbers. */
const numberedMod = fc
  .tuple(
    fc.constantFrom('', '+', '-', 'x ', 'Life ', '<<set:'),
    fc.constantFrom('', '5', '12', '2 to 12', '300 to 5', '5 to '),
    fc.constantFrom(' to Life', '% Fire', '% to [Cold]', 'x', ' 5 Life', '>>Life', ''),
  )
  .map((parts) => parts.join(''))
const property = fc.record({
  name: fc.constantFrom('Quality', 'Level', '[Quality]', 'Map Tier', 'From', 'Claw'),
  values: fc.array(fc.tuple(fc.constantFrom('5', '+20%', 'x', '84'), fc.constant(0)), { maxLength: 2 }),
})
const item = fc.record(
  {
    baseType: word,
    name: word,
    typeLine: word,
    rarity: word,
    ilvl: fc.constantFrom(0, 5, 84, '84', null),
    corrupted: fc.boolean(),
    frameType: fc.constantFrom(0, 2, 3, 4, 10),
    icon: fc.constantFrom('https://x/image/Art/2DItems/Rings/Ring3.png', 'y'),
    explicitMods: fc.array(fc.oneof(mod, numberedMod), { maxLength: 3 }),
    implicitMods: fc.array(mod, { maxLength: 2 }),
    craftedMods: fc.array(word, { maxLength: 2 }),
    properties: fc.array(property, { maxLength: 2 }),
    sockets: fc.array(fc.record({ group: fc.nat(2), sColour: fc.constantFrom('R', 'G') })),
    stackSize: fc.nat(9),
  },
  { requiredKeys: [] },
)

describe('for any objectives and items', () => {
  test('the matcher agrees with evaluating every condition of every objective', () => {
    fc.assert(fc.property(objectives, fc.array(item, { maxLength: 8 }), expectLikeNaively), { numRuns: 500 })
  }, 30_000)

  test('the matcher agrees for typical conditions: names, bases, classes and levels', () => {
    const levels = fc.constantFrom('0', '5', '83', '84', '-3', '9007199254740991')
    const asked = fc.oneof(
      fc.record({ field: fc.constantFrom('BASE_TYPE', 'TYPE_LINE', 'NAME'), operator: fc.constantFrom('EQ', 'IN'), value: word }),
      fc.record({ field: fc.constantFrom('TYPE_LINE', 'BASE_TYPE'), operator: fc.constant('CONTAINS'), value: word }),
      fc.record({ field: fc.constant('ITEM_CLASS'), operator: fc.constant('EQ'), value: fc.constantFrom('Ring', 'Map') }),
      fc.record({ field: fc.constant('ILVL'), operator: fc.constantFrom('GT', 'GT', 'LT', 'EQ', 'IN'), value: levels }),
      fc.record({ field: fc.constant('EXPLICIT_MODS'), operator: fc.constantFrom('CONTAINS', 'DOES_NOT_MATCH'), value: word }),
    )
    const lists = fc.array(fc.array(asked.filter(isUsable), { minLength: 1, maxLength: 4 }), { maxLength: 12 })
    const level = fc.constantFrom(0, 4, 5, 6, 83, 84, 85, '84', '+85', null, -3, 84.5, 9_007_199_254_740_991)
    const mods = fc.array(numberedMod, { maxLength: 3 })
    const plainItem = fc.record({ baseType: word, name: word, ilvl: level, explicitMods: mods })
    const items = fc.array(
      fc.oneof(
        plainItem,
        plainItem.map((one) => ({ ...one, typeLine: one.baseType })),
      ),
      { maxLength: 8 },
    )
    fc.assert(fc.property(lists, items, expectLikeNaively), { numRuns: 300 })
  }, 30_000)

  test('the matcher agrees when so many conditions ask for a class that the class is derived first', () => {
    const isOfClass = fc.record({
      field: fc.constant('ITEM_CLASS'),
      operator: fc.constantFrom('EQ', 'IN'),
      value: fc.constantFrom('Ring', 'Map', 'Active Skill Gem'),
    })
    const more = fc.oneof(
      fc.record({ field: fc.constant('ILVL'), operator: fc.constant('GT'), value: integer }),
      fc.record({ field: fc.constantFrom('CRAFTED_MODS', 'EXPLICIT_MODS'), operator: fc.constant('CONTAINS'), value: word }),
      fc.record({ field: fc.constant('FRACTURED_MODS'), operator: fc.constant('LENGTH_GT'), value: fc.constant('0') }),
      fc.record({ field: fc.constant('RARITY'), operator: fc.constant('EQ'), value: word }),
    )
    const list = fc.tuple(isOfClass, fc.array(more.filter(isUsable), { maxLength: 2 })).map(([one, others]) => [one, ...others])
    const items = fc.array(item, { maxLength: 6 })
    fc.assert(fc.property(fc.array(list, { minLength: 8, maxLength: 12 }), items, expectLikeNaively), { numRuns: 200 })
  }, 30_000)

  test('with alternatives, an item needs one condition of each number and all conditions without one', () => {
    const lists = fc.array(fc.array(numbered, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
    const items = fc.array(item, { minLength: 10, maxLength: 10 })
    fc.assert(fc.property(lists, items, expectLikeNaively), { numRuns: 1000 })
  }, 60_000)

  test('the matcher agrees for typical alternatives: one of several items, modifiers and levels', () => {
    const asked = fc.oneof(
      fc.record({ field: fc.constantFrom('BASE_TYPE', 'TYPE_LINE', 'NAME'), operator: fc.constantFrom('EQ', 'IN'), value: word }),
      fc.record({ field: fc.constantFrom('TYPE_LINE', 'NAME'), operator: fc.constantFrom('CONTAINS', 'NEQ'), value: word }),
      fc.record({ field: fc.constantFrom('RARITY', 'ITEM_CLASS'), operator: fc.constant('EQ'), value: word }),
      fc.record({ field: fc.constant('ILVL'), operator: fc.constantFrom('GT', 'EQ'), value: integer }),
      fc.record({
        field: fc.constantFrom('EXPLICIT_MODS', 'IMPLICIT_MODS'),
        operator: fc.constantFrom('CONTAINS', 'CONTAINS_MATCH', 'CONTAINS_ALL', 'DOES_NOT_MATCH'),
        value: fc.oneof(word, pattern),
      }),
    )
    const one = fc.tuple(asked.filter(isUsable), fc.constantFrom(null, 1, 1, 1, 2)).map(withNumber)
    const lists = fc.array(fc.array(one, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
    fc.assert(fc.property(lists, fc.array(item, { minLength: 10, maxLength: 10 }), expectLikeNaively), { numRuns: 1000 })
  }, 60_000)

  test('the matcher agrees with groups of which several must hold, and with pieces that count more than one', () => {
    const named = fc.record({
      field: fc.constantFrom('BASE_TYPE', 'NAME', 'RARITY'),
      operator: fc.constantFrom('EQ', 'EQ', 'IN', 'NEQ', 'CONTAINS'),
      value: word,
    })
    const counted = (asked: fc.Arbitrary<ConditionDefinition>) =>
      fc.tuple(
        fc.tuple(asked, fc.constantFrom(null, 1, 1, 1, 2)).map(withNumber),
        fc.constantFrom(1, 1, 1, 2, 3),
        fc.constantFrom(1, 1, 2, 40),
      )
    const one = fc.oneof(counted(named.filter(isUsable)), counted(usable)).map(withCounts)
    const lists = fc.array(fc.array(one, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
    fc.assert(fc.property(lists, fc.array(item, { minLength: 10, maxLength: 10 }), expectLikeNaively), { numRuns: 1000 })
  }, 60_000)

  test('the explanation agrees with the matcher', () => {
    const counted = fc.tuple(numbered, fc.constantFrom(1, 1, 2), fc.constantFrom(1, 3)).map(withCounts)
    fc.assert(
      fc.property(fc.array(counted, { maxLength: 5 }), item, (conditions, one) => {
        const { matcher } = createMatcher([anObjective(7, conditions)], { game_version: 'poe1' })
        const found = matcher.match([one], null)
        const explanation = matcher.explain(one, 7)
        expect(explanation?.matches).toBe(found.length === 1)
        expect(found.map(({ number }) => number)).toEqual(explanation?.matches ? [explanation.number] : [])
      }),
      { numRuns: 300 },
    )
  })

  test('any value is accepted in place of an item', () => {
    const pairs = itemFields.flatMap((field) => operators.map((operator) => ({ field, operator, value: '7' })))
    const everything = pairs.filter((pair) => compileCondition(pair).ok).map((pair, at) => anObjective(at + 1, [pair]))
    const { matcher } = createMatcher(everything, { game_version: 'poe2' })
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (items) => {
        const untrusted = items as GameItem[]
        expect(() => matcher.match(untrusted, noon)).not.toThrow()
        expect(() => untrusted.map((one) => matcher.explain(one, 1))).not.toThrow()
      }),
    )
  })

  test('a condition with any texts compiles or is rejected with a reason', () => {
    const anyText = fc.oneof(fc.string(), fc.constantFrom(...itemFields, ...operators), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(anyText, anyText, fc.oneof(value, fc.string()), (field, operator, text) => {
        const compiled = compileCondition({ field, operator, value: text })
        expect(compiled.ok || compiled.reason.length > 0).toBe(true)
      }),
    )
  })
})

/** An independent definition of groups: in each group as many as it demands, and all conditions without a group. */
function isWanted(conditions: readonly ConditionDefinition[], holds: (one: ConditionDefinition) => boolean): boolean {
  return conditions.every((one) => {
    if ((one.any_of ?? null) === null) return holds(one)
    const group = conditions.filter(({ any_of }) => any_of === one.any_of)
    return group.every(({ at_least = 1 }) => group.filter(holds).length >= at_least)
  })
}

/** Runs the same matcher twice, because on the second run all texts are cached. */
function expectLikeNaively(lists: readonly (readonly ConditionDefinition[])[], items: readonly GameItem[]): void {
  const definitions = lists.map((conditions, at) => anObjective(at + 1, conditions))
  const context = createClassifier({ game_version: 'poe1' })
  const expected = items.flatMap((one, at) =>
    definitions
      .filter((definition) => !isFoil(one) && isWanted(definition.conditions, (each) => holdsNaively(each, one, context)))
      .map(({ id, conditions }) => {
        const amounts = conditions.filter((each) => holdsNaively(each, one, context)).map(({ counts_as = 1 }) => counts_as)
        return { item: at, objective_id: id, number: readNumber(one) * Math.max(1, ...amounts) }
      }),
  )
  const { matcher, refused } = createMatcher(definitions, { game_version: 'poe1' })
  expect(refused).toEqual([])
  expect(matcher.match(items, null)).toEqual(expected)
  expect(matcher.match(items, null)).toEqual(expected)
}

function holdsNaively(definition: ConditionDefinition, one: GameItem, context: { classOf: (item: GameItem) => string }): boolean {
  const compiled = compileCondition(definition)
  return compiled.ok && compiled.holds(compiled.read(readRecord(one), context))
}
