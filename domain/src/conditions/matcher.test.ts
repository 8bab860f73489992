import { itemFields, operators } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClassifier } from '../items/classes.ts'
import { isFoil } from '../items/frames.ts'
import { readRecord } from '../items/normalise.ts'
import type { ConditionDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { compileCondition } from './compile.ts'
import { anObjective as buildObjective } from '../scoring/testing/builders.ts'
import { type Completion, createMatcher, readNumber, sumByObjective } from './matcher.ts'

const noon = 1_750_000_000_000

const anObjective = (
  id: number,
  conditions: readonly ConditionDefinition[],
  rest: Partial<ObjectiveDefinition> = {},
): ObjectiveDefinition => buildObjective({ id, conditions, ...rest })

function isBase(value: string): ConditionDefinition {
  return { field: 'BASE_TYPE', operator: 'EQ', value }
}

function match(objectives: readonly ObjectiveDefinition[], items: readonly GameItem[], at: number | null = null): Completion[] {
  return createMatcher(objectives, { game_version: 'poe1' }).matcher.match(items, at)
}

describe('matching', () => {
  test('counts the stack of an item, and 1 where it has none', () => {
    const objectives = [anObjective(7, [isBase('Chaos Orb')])]
    const items = [
      { baseType: 'Chaos Orb', stackSize: 14 },
      { baseType: 'Exalted Orb' },
      { baseType: 'Chaos Orb' },
      { baseType: 'Chaos Orb', stackSize: '30' },
    ]
    expect(match(objectives, items)).toEqual([
      { item: 0, objective_id: 7, number: 14 },
      { item: 2, objective_id: 7, number: 1 },
      { item: 3, objective_id: 7, number: 30 },
    ])
  })

  test('adds the numbers of one snapshot per objective', () => {
    const completions = [
      { item: 0, objective_id: 7, number: 14 },
      { item: 1, objective_id: 8, number: 1 },
      { item: 2, objective_id: 7, number: 3 },
    ]
    expect(sumByObjective(completions)).toEqual(
      new Map([
        [7, 17],
        [8, 1],
      ]),
    )
  })

  test('needs all conditions of an objective', () => {
    const objective = anObjective(7, [isBase('Astral Plate'), { field: 'ILVL', operator: 'GT', value: '80' }])
    expect(
      match(
        [objective],
        [
          { baseType: 'Astral Plate', ilvl: 80 },
          { baseType: 'Astral Plate', ilvl: 81 },
        ],
      ).map((hit) => hit.item),
    ).toEqual([1])
  })

  test('M1: tries objectives without an equality on every item', () => {
    const objective = anObjective(7, [{ field: 'IS_CORRUPTED', operator: 'EQ', value: 'true' }])
    expect(match([objective], [{ baseType: 'Any', corrupted: true }, { corrupted: false }])).toHaveLength(1)
  })

  test('M1: finds a pattern that says nothing about any literal text', () => {
    const objective = anObjective(7, [{ field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value: '^\\D+$' }])
    expect(
      match([objective], [{ explicitMods: ['+1 to Life'] }, { explicitMods: ['+1 to Life', 'Cannot be Frozen'] }]).map(
        (hit) => hit.item,
      ),
    ).toEqual([1])
  })

  test('M2: counts an item once although a list names its base twice', () => {
    const objective = anObjective(7, [{ field: 'BASE_TYPE', operator: 'IN', value: 'Chaos Orb,Chaos Orb, Chaos Orb' }])
    expect(match([objective], [{ baseType: 'Chaos Orb' }])).toHaveLength(1)
  })

  test('M2: counts an item once although several of its modifiers satisfy the condition', () => {
    const objective = anObjective(7, [{ field: 'EXPLICIT_MODS', operator: 'CONTAINS', value: 'Life' }])
    expect(match([objective], [{ explicitMods: ['+1 to Life, Life', '+2 to Life'] }])).toHaveLength(1)
  })

  test('M3: an objective without conditions matches nothing', () => {
    expect(match([anObjective(7, [])], [{ baseType: 'Chaos Orb' }, {}])).toEqual([])
  })

  test('M4: leaves definitions and items as they are', () => {
    const definition = anObjective(7, [isBase('Chaos Orb'), { field: 'EXPLICIT_MODS', operator: 'CONTAINS_ALL', value: 'b, a' }])
    const item = { baseType: 'Chaos Orb', explicitMods: [{ description: 'a b', flags: [] }] }
    const before = structuredClone([definition, item])
    expect(match([definition], [item])).toHaveLength(1)
    expect([definition, item]).toEqual(before)
  })

  test('M5: judges the window by the time of the snapshot, both ends included', () => {
    const objectives = [anObjective(7, [isBase('Chaos Orb')], { valid_from: noon, valid_to: noon + 1_000 })]
    const items = [{ baseType: 'Chaos Orb' }]
    const hits = [noon - 1, noon, noon + 1_000, noon + 1_001].map((at) => match(objectives, items, at).length)
    expect(hits).toEqual([0, 1, 1, 0])
    expect(match(objectives, items, null)).toHaveLength(1)
  })

  test('M5: a difference between two moments also sees what lay there before its window', () => {
    const window = { aggregation: 'DIFFERENCE_BETWEEN', valid_from: noon, valid_to: noon + 1_000 } as const
    const hits = [noon - 1, noon + 1_001].map(
      (at) => match([anObjective(7, [isBase('Chaos Orb')], window)], [{ baseType: 'Chaos Orb' }], at).length,
    )
    expect(hits).toEqual([1, 0])
  })

  test.each([[{ frameType: 10 }], [{ frameType: '10' }], [{ frameTypeId: 'SupporterFoil' }]])(
    'foil items never match: %o',
    (frame) => {
      expect(match([anObjective(7, [isBase('Onyx Amulet')])], [{ baseType: 'Onyx Amulet', ...frame }])).toEqual([])
    },
  )

  test('items in the sockets of an item are not looked at', () => {
    expect(
      match([anObjective(7, [isBase('Fireball')])], [{ baseType: 'Robe', socketedItems: [{ baseType: 'Fireball' }] }]),
    ).toEqual([])
  })

  test('only item objectives are matched', () => {
    expect(match([anObjective(7, [isBase('Chaos Orb')], { objective_type: 'SUBMISSION' })], [{ baseType: 'Chaos Orb' }])).toEqual(
      [],
    )
  })

  test('answers by item, then in the order of the objectives', () => {
    const objectives = [
      anObjective(9, [{ field: 'ILVL', operator: 'LT', value: '1' }]),
      anObjective(3, [{ field: 'TYPE_LINE', operator: 'MATCHES', value: 'Orb$' }]),
      anObjective(5, [isBase('Chaos Orb')]),
    ]
    const orb = { baseType: 'Chaos Orb', typeLine: 'Chaos Orb' }
    expect(match(objectives, [orb, orb]).map((hit) => [hit.item, hit.objective_id])).toEqual([
      [0, 9],
      [0, 3],
      [0, 5],
      [1, 9],
      [1, 3],
      [1, 5],
    ])
  })

  test('a broken condition takes its objective out and is reported, the others go on', () => {
    const broken = anObjective(7, [isBase('Chaos Orb'), { field: 'NAME', operator: 'MATCHES', value: '(?=x)' }])
    const { matcher, refused } = createMatcher([broken, anObjective(8, [isBase('Chaos Orb')])], { game_version: 'poe1' })
    expect(refused).toMatchObject([{ objective_id: 7, condition: 1, field: 'NAME', operator: 'MATCHES' }])
    expect(refused[0]?.reason).toContain('not accepted')
    expect(matcher.match([{ baseType: 'Chaos Orb' }], null).map((hit) => hit.objective_id)).toEqual([8])
  })

  test('an imported table of classes outranks what the item shows', () => {
    const objective = anObjective(7, [{ field: 'ITEM_CLASS', operator: 'EQ', value: 'MemoryLine' }])
    const { matcher } = createMatcher([objective], { game_version: 'poe1', classes: new Map([['Odd Ring', 'MemoryLine']]) })
    expect(matcher.match([{ baseType: 'Odd Ring' }, { baseType: 'Iron Ring' }], null).map((hit) => hit.item)).toEqual([0])
  })

  test('an item of unknown class satisfies no condition on the class, and its base is reported', () => {
    const objectives = [
      anObjective(7, [{ field: 'ITEM_CLASS', operator: 'NEQ', value: 'Map' }]),
      anObjective(8, [{ field: 'ITEM_CLASS', operator: 'LENGTH_EQ', value: '0' }]),
      anObjective(9, [{ field: 'ITEM_CLASS', operator: 'DOES_NOT_MATCH', value: 'Map' }, isBase('Mystery')]),
    ]
    const { matcher } = createMatcher(objectives, { game_version: 'poe1' })
    expect(matcher.match([{ baseType: 'Mystery' }, { baseType: 'Mystery' }, { baseType: 'Iron Ring' }], null)).toEqual([
      { item: 2, objective_id: 7, number: 1 },
    ])
    expect(matcher.unknown_bases.get('Mystery')?.items).toBeGreaterThan(0)
  })
})

describe('why not', () => {
  const objective = anObjective(7, [isBase('Astral Plate'), { field: 'ILVL', operator: 'GT', value: '80' }], { valid_from: noon })
  const { matcher } = createMatcher([objective], { game_version: 'poe1' })

  test('shows every condition with the value seen', () => {
    expect(matcher.explain({ baseType: 'Astral Plate', ilvl: 75 }, 7)).toEqual({
      objective_id: 7,
      matches: false,
      number: 1,
      obstacles: [],
      conditions: [
        {
          condition: 0,
          field: 'BASE_TYPE',
          operator: 'EQ',
          value: 'Astral Plate',
          seen: 'Astral Plate',
          holds: true,
          refused: null,
        },
        { condition: 1, field: 'ILVL', operator: 'GT', value: '80', seen: 75, holds: false, refused: null },
      ],
    })
  })

  test('names the window and the foil frame', () => {
    const foil = { baseType: 'Astral Plate', ilvl: 85, frameType: 10 }
    expect(matcher.explain(foil, 7, noon - 1)).toMatchObject({ matches: false, obstacles: ['foil', 'before_window'] })
    expect(matcher.explain({ ...foil, frameType: 2 }, 7, noon)).toMatchObject({ matches: true, obstacles: [] })
  })

  test('names a condition that cannot be used', () => {
    const broken = createMatcher([anObjective(7, [{ field: 'ILVL', operator: 'EQ', value: 'many' }])], { game_version: 'poe1' })
    const explanation = broken.matcher.explain({ ilvl: 3 }, 7)
    expect(explanation).toMatchObject({ matches: false, obstacles: ['refused_condition'] })
    expect(explanation?.conditions[0]?.refused).toContain('not a whole number')
  })

  test('answers null for an objective that is not there', () => {
    expect(matcher.explain({}, 99)).toBeNull()
  })
})

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
const isUsable = (one: ConditionDefinition) => compileCondition(one).ok
const usable = condition.filter(isUsable)
const objectives = fc.array(fc.array(usable, { minLength: 1, maxLength: 3 }), { maxLength: 12 })
const mod = fc.oneof(
  word,
  fc.record({ description: word, flags: fc.constantFrom({}, [], { crafted: true }, { fractured: true }) }),
)
/** Many with the same words around different numbers. */
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
  test('the matcher finds exactly what evaluating every condition of every objective finds', () => {
    fc.assert(fc.property(objectives, fc.array(item, { maxLength: 8 }), expectLikeNaively), { numRuns: 500 })
  }, 30_000)

  test('and so does one that is asked what organisers ask: names, bases, classes and levels', () => {
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

  test('the explanation agrees with the matcher', () => {
    fc.assert(
      fc.property(fc.array(usable, { maxLength: 3 }), item, (conditions, one) => {
        const { matcher } = createMatcher([anObjective(7, conditions)], { game_version: 'poe1' })
        expect(matcher.explain(one, 7)?.matches).toBe(matcher.match([one], null).length === 1)
      }),
      { numRuns: 300 },
    )
  })

  test('anything at all may stand where an item should', () => {
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

  test('a condition of any texts compiles or is refused with a reason', () => {
    const anyText = fc.oneof(fc.string(), fc.constantFrom(...itemFields, ...operators), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(anyText, anyText, fc.oneof(value, fc.string()), (field, operator, text) => {
        const compiled = compileCondition({ field, operator, value: text })
        expect(compiled.ok || compiled.reason.length > 0).toBe(true)
      }),
    )
  })
})

/** The same matcher twice, because the second time it has met every text. */
function expectLikeNaively(lists: readonly (readonly ConditionDefinition[])[], items: readonly GameItem[]): void {
  const definitions = lists.map((conditions, at) => anObjective(at + 1, conditions))
  const context = createClassifier({ game_version: 'poe1' })
  const expected = items.flatMap((one, at) =>
    definitions
      .filter((definition) => !isFoil(one) && definition.conditions.every((each) => holdsNaively(each, one, context)))
      .map((definition) => ({ item: at, objective_id: definition.id, number: readNumber(one) })),
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
