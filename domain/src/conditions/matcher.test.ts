import type { GameItem } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import type { ConditionDefinition, ObjectiveDefinition } from '../objectives/definition.ts'
import { anObjective as buildObjective } from '../scoring/testing/builders.ts'
import { type Completion, createMatcher, sumByObjective } from './matcher.ts'

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
  test('counts the stack size of an item, or 1 without a stack', () => {
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

  test('adds up the numbers of one snapshot per objective', () => {
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

  test('M1: finds a pattern that requires no literal text', () => {
    const objective = anObjective(7, [{ field: 'EXPLICIT_MODS', operator: 'CONTAINS_MATCH', value: '^\\D+$' }])
    expect(
      match([objective], [{ explicitMods: ['+1 to Life'] }, { explicitMods: ['+1 to Life', 'Cannot be Frozen'] }]).map(
        (hit) => hit.item,
      ),
    ).toEqual([1])
  })

  test('M2: counts an item once even if a list names its base twice', () => {
    const objective = anObjective(7, [{ field: 'BASE_TYPE', operator: 'IN', value: 'Chaos Orb,Chaos Orb, Chaos Orb' }])
    expect(match([objective], [{ baseType: 'Chaos Orb' }])).toHaveLength(1)
  })

  test('M2: counts an item once even if several of its modifiers satisfy the condition', () => {
    const objective = anObjective(7, [{ field: 'EXPLICIT_MODS', operator: 'CONTAINS', value: 'Life' }])
    expect(match([objective], [{ explicitMods: ['+1 to Life, Life', '+2 to Life'] }])).toHaveLength(1)
  })

  test('M3: an objective without conditions matches nothing', () => {
    expect(match([anObjective(7, [])], [{ baseType: 'Chaos Orb' }, {}])).toEqual([])
  })

  test('M4: does not change definitions or items', () => {
    const definition = anObjective(7, [isBase('Chaos Orb'), { field: 'EXPLICIT_MODS', operator: 'CONTAINS_ALL', value: 'b, a' }])
    const item = { baseType: 'Chaos Orb', explicitMods: [{ description: 'a b', flags: [] }] }
    const before = structuredClone([definition, item])
    expect(match([definition], [item])).toHaveLength(1)
    expect([definition, item]).toEqual(before)
  })

  test('M5: compares the window with the time of the snapshot, both ends included', () => {
    const objectives = [anObjective(7, [isBase('Chaos Orb')], { valid_from: noon, valid_to: noon + 1_000 })]
    const items = [{ baseType: 'Chaos Orb' }]
    const hits = [noon - 1, noon, noon + 1_000, noon + 1_001].map((at) => match(objectives, items, at).length)
    expect(hits).toEqual([0, 1, 1, 0])
    expect(match(objectives, items, null)).toHaveLength(1)
  })

  test('M5: a difference between two times also counts items from before its window', () => {
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

  test('items in the sockets of an item are ignored', () => {
    expect(
      match([anObjective(7, [isBase('Fireball')])], [{ baseType: 'Robe', socketedItems: [{ baseType: 'Fireball' }] }]),
    ).toEqual([])
  })

  test('objectives for another item source are skipped', () => {
    const worn: ConditionDefinition = { field: 'WORN_BY', operator: 'NEQ', value: 'Slayer' }
    const objectives = [anObjective(1, [isBase('Ring')]), anObjective(2, [isBase('Ring'), worn])]
    const matchFrom = (game_version: 'poe1' | 'poe2', from: 'tabs' | 'characters') =>
      createMatcher(objectives, { game_version, from }).matcher.match([{ baseType: 'Ring' }], null)
    expect(matchFrom('poe1', 'tabs').map((one) => one.objective_id)).toEqual([1])
    expect(matchFrom('poe1', 'characters').map((one) => one.objective_id)).toEqual([2])
    expect(matchFrom('poe2', 'characters').map((one) => one.objective_id)).toEqual([1, 2])
  })

  test('only item objectives are matched', () => {
    expect(match([anObjective(7, [isBase('Chaos Orb')], { objective_type: 'SUBMISSION' })], [{ baseType: 'Chaos Orb' }])).toEqual(
      [],
    )
  })

  test('returns completions by item, then in the order of the objectives', () => {
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

  test('an invalid condition disables its objective and is reported; other objectives still match', () => {
    const broken = anObjective(7, [isBase('Chaos Orb'), { field: 'NAME', operator: 'MATCHES', value: '(?=x)' }])
    const { matcher, refused } = createMatcher([broken, anObjective(8, [isBase('Chaos Orb')])], { game_version: 'poe1' })
    expect(refused).toMatchObject([{ objective_id: 7, condition: 1, field: 'NAME', operator: 'MATCHES' }])
    expect(refused[0]?.reason).toContain('not accepted')
    expect(matcher.match([{ baseType: 'Chaos Orb' }], null).map((hit) => hit.objective_id)).toEqual([8])
  })

  test('an imported class table overrides the class derived from the item', () => {
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

describe('an explanation', () => {
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
          any_of: null,
          field: 'BASE_TYPE',
          operator: 'EQ',
          value: 'Astral Plate',
          seen: 'Astral Plate',
          holds: true,
          refused: null,
        },
        { condition: 1, any_of: null, field: 'ILVL', operator: 'GT', value: '80', seen: 75, holds: false, refused: null },
      ],
    })
  })

  test('reports the window and the foil frame', () => {
    const foil = { baseType: 'Astral Plate', ilvl: 85, frameType: 10 }
    expect(matcher.explain(foil, 7, noon - 1)).toMatchObject({ matches: false, obstacles: ['foil', 'before_window'] })
    expect(matcher.explain({ ...foil, frameType: 2 }, 7, noon)).toMatchObject({ matches: true, obstacles: [] })
  })

  test('reports that an item in a tab does not count for an objective about characters', () => {
    const worn: ConditionDefinition = { field: 'WORN_BY', operator: 'EQ', value: 'Slayer' }
    const { matcher } = createMatcher([anObjective(1, [worn])], { game_version: 'poe1', from: 'tabs' })
    expect(matcher.explain({ baseType: 'Ring' }, 1)).toMatchObject({
      matches: false,
      obstacles: ['not_from_tabs'],
      conditions: [{ field: 'WORN_BY', seen: '', holds: false }],
    })
  })

  test('reports an invalid condition', () => {
    const broken = createMatcher([anObjective(7, [{ field: 'ILVL', operator: 'EQ', value: 'many' }])], { game_version: 'poe1' })
    const explanation = broken.matcher.explain({ ilvl: 3 }, 7)
    expect(explanation).toMatchObject({ matches: false, obstacles: ['refused_condition'] })
    expect(explanation?.conditions[0]?.refused).toContain('not a whole number')
  })

  test('returns null for an unknown objective', () => {
    expect(matcher.explain({}, 99)).toBeNull()
  })
})
