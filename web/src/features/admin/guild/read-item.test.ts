import { expect, test } from 'vitest'
import { readItemText, readTabItem, readTabItems } from './read-item.ts'

test('an item is shown by its own name with its base below, or by its type', () => {
  const unique = readTabItem(
    { w: 2, h: 2, id: 'x', name: 'Goldrim', typeLine: 'Leather Cap', baseType: 'Leather Cap', frameType: 3 },
    0,
    't',
  )
  expect(unique).toMatchObject({ key: 'x', name: 'Goldrim', base: 'Leather Cap', rarity: 'unique', kind: 'helmet' })
  const orb = readTabItem(
    { w: 1, h: 1, name: '', typeLine: 'Chaos Orb', baseType: 'Chaos Orb', frameType: 5, stackSize: 12 },
    4,
    't',
  )
  expect(orb).toMatchObject({ key: 'place-4', name: 'Chaos Orb', base: '', rarity: 'other', kind: 'orb', stack: 12 })
})

test('items of an unchanged answer are read once', () => {
  const tab = { id: 't', items: [{ w: 1, h: 1, id: 'x', typeLine: 'Chaos Orb' }] }
  expect(readTabItems({ ...tab })[0]).toBe(readTabItems({ ...tab })[0])
})

test('property values are filled in, and a value without a placeholder follows the text', () => {
  const { properties, requirements } = readItemText({
    properties: [
      { name: 'Bow', values: [] },
      { name: 'Stored Experience: {0}', values: [['12', 0]] },
      { name: 'Quality', values: [['+20%', 1]] },
    ],
    requirements: [{ name: 'Level', values: [['68', 0]] }],
  })
  expect(properties).toEqual([
    { name: 'Bow', value: '' },
    { name: 'Stored Experience: 12', value: '' },
    { name: 'Quality', value: '+20%' },
  ])
  expect(requirements).toEqual([{ name: 'Level', value: '68' }])
})

test('modifiers keep their kinds, sockets their links, and missing or unexpected values break nothing', () => {
  const text = readItemText({
    implicitMods: ['+5% to Chaos Resistance'],
    explicitMods: ['+58 to Dexterity'],
    craftedMods: ['10% increased Damage'],
    sockets: [
      { group: 0, sColour: 'R' },
      { group: 0, sColour: 'G' },
      { group: 1, sColour: 'B' },
    ],
    influences: { shaper: true, elder: false },
    corrupted: true,
    identified: false,
    flavourText: ['One', 'Two'],
    note: '~price 1 divine',
  })
  expect(text.mods.map(({ group }) => group)).toEqual(['implicit', 'explicit', 'crafted'])
  expect(text).toMatchObject({
    sockets: ['RG', 'B'],
    influences: ['shaper'],
    flags: ['corrupted'],
    is_unidentified: true,
    flavour: ['One', 'Two'],
    note: '~price 1 divine',
  })
  expect(readItemText({ influences: [], properties: 'none', sockets: null, socketedItems: [null] })).toMatchObject({
    properties: [],
    sockets: [],
    influences: [],
    mods: [],
  })
})
