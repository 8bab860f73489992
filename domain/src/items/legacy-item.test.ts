import { expect, test } from 'vitest'
import { toLegacyItem } from './legacy-item.ts'

test('modifiers become texts in the list of their kind', () => {
  const item = {
    implicitMods: [{ description: '+12% to all Elemental Resistances' }],
    explicitMods: [
      { description: '+92 to maximum Life', flags: { fractured: true } },
      { description: '+38% to Cold Resistance', flags: [] },
      { description: '+15 to Strength', flags: { crafted: true } },
      { description: '10% more', flags: { mutated: true } },
      { description: '+5 to Dexterity', flags: { crafted: true, fractured: true } },
    ],
  }
  expect(toLegacyItem(item)).toEqual({
    frameType: 0,
    implicitMods: ['+12% to all Elemental Resistances'],
    explicitMods: ['+38% to Cold Resistance', '10% more'],
    craftedMods: ['+15 to Strength', '+5 to Dexterity'],
    fracturedMods: ['+92 to maximum Life', '+5 to Dexterity'],
  })
})

test('an item in the older form is unchanged, and null values are absent', () => {
  const item = {
    explicitMods: ['a'],
    craftedMods: ['b'],
    mutatedMods: ['c'],
    fracturedMods: null,
    frameType: 2,
    w: 1,
    h: 2,
    x: 0,
    note: '~b/o 1 chaos',
  }
  const { fracturedMods: _, ...rest } = item
  expect(toLegacyItem(item)).toEqual(rest)
})

test('the number of the frame is derived from its text', () => {
  expect(toLegacyItem({ frameTypeId: 'Unique' })).toMatchObject({ frameType: 3, frameTypeId: 'Unique' })
})

test('socketed items are converted, too', () => {
  const gem = { typeLine: 'Fireball', frameTypeId: 'Gem', explicitMods: [{ description: 'Deals fire damage' }] }
  expect(toLegacyItem({ socketedItems: [gem] })).toMatchObject({
    socketedItems: [{ typeLine: 'Fireball', frameType: 4, explicitMods: ['Deals fire damage'] }],
  })
})

test('the given item is not changed', () => {
  const item = {
    explicitMods: [{ description: 'a', flags: { crafted: true } }],
    socketedItems: [{ explicitMods: [{ description: 'b' }] }],
  }
  const before = structuredClone(item)
  toLegacyItem(item)
  expect(item).toEqual(before)
})
