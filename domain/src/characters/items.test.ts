import { expect, test } from 'vitest'
import { fields } from '../items/fields.ts'
import { readCharacterItems, writeReadValues } from './items.ts'

const read = (item: Readonly<Record<string, unknown>>) => fields.WORN_BY.read(item, { classOf: () => '' })

test('worn items name the class, carried items do not, and neither keeps socketed items or explanations', () => {
  const helmet = { baseType: 'Great Helmet', inventoryId: 'Helm', socketedItems: [{ baseType: 'Arc' }], flavourText: ['Long.'] }
  const { worn, carried } = readCharacterItems({
    class: 'Juggernaut',
    equipment: [helmet],
    jewels: [{ baseType: 'Cobalt Jewel' }],
    inventory: [{ baseType: 'Scroll of Wisdom', stackSize: 4, worn_by: 'nobody may say this' }],
    rucksack: [{ baseType: 'Ring' }],
  })
  expect(worn).toEqual([
    { baseType: 'Great Helmet', inventoryId: 'Helm', worn_by: 'Juggernaut' },
    { baseType: 'Cobalt Jewel', worn_by: 'Juggernaut' },
  ])
  expect(worn.map(read)).toEqual(['Juggernaut', 'Juggernaut'])
  expect(carried.map(({ baseType }) => baseType)).toEqual(['Scroll of Wisdom', 'Ring'])
  expect(carried.map(read)).toEqual(['', ''])
  expect(readCharacterItems({ class: 'Scion', equipment: null })).toEqual({ worn: [], carried: [] })
})

const flask = { baseType: 'Jade Flask', properties: [{ name: 'Currently has {0} Charges', values: [['60', 0]] }], x: 1 }
const boots = { baseType: 'Boots', incubatedItem: { name: 'x', level: 1, progress: 5, total: 9 }, worn_by: 'Slayer' }

test.each([
  ['the order of items', [boots, flask], [flask, boots], true],
  ['a place', [flask], [{ ...flask, x: 2 }], true],
  ['charges', [flask], [{ ...flask, properties: [{ name: 'Currently has {0} Charges', values: [['9', 0]] }] }], true],
  ['experience of a socketed gem', [{ ...boots, socketedItems: [1] }], [{ ...boots, socketedItems: [2] }], true],
  ['progress of an incubator', [boots], [{ ...boots, incubatedItem: { ...boots.incubatedItem, progress: 6 } }], true],
  ['a wearer', [boots], [{ ...boots, worn_by: 'Champion' }], false],
  ['a stack', [{ baseType: 'Orb', stackSize: 2 }], [{ baseType: 'Orb', stackSize: 3 }], false],
  ['quality', [boots], [{ ...boots, properties: [{ name: 'Quality', values: [['+20%', 1]] }] }], false],
  ['one more of the same', [boots], [boots, boots], false],
])('%s is not a difference: %s', (_what, one, other, isSame) => {
  expect(writeReadValues(one, false) === writeReadValues(other, false)).toBe(isSame)
})

test('progress of an incubator is a difference if incubators are followed', () => {
  const later = { ...boots, incubatedItem: { ...boots.incubatedItem, progress: 6 } }
  expect(writeReadValues([boots], true)).not.toBe(writeReadValues([later], true))
})
