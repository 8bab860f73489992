import { expect, test } from 'vitest'
import { writeComparable } from './comparable.ts'

const orb = { id: 'a', typeLine: 'Chaos Orb', stackSize: 5, x: 1, y: 2 }
const hat = { id: 'b', typeLine: 'Leather Cap', explicitMods: [{ description: '+1', flags: {} }], veiledMods: ['Suffix01'] }
const same = (a: object[], b: object[]) => writeComparable(a as never) === writeComparable(b as never)

test.each([
  ['an item moves within its tab', [{ ...orb, x: 7, y: 0 }, hat]],
  ['the game lists the items in another order', [hat, orb]],
  ['an item spells its keys in another order', [{ y: 2, x: 1, stackSize: 5, typeLine: 'Chaos Orb', id: 'a' }, hat]],
  ['a veiled modifier gets another placeholder', [orb, { ...hat, veiledMods: ['Suffix07'] }]],
])('nothing has changed if %s', (_, after) => {
  expect(same([orb, hat], after)).toBe(true)
})

test.each([
  ['a stack grows', [{ ...orb, stackSize: 6 }, hat]],
  ['an item is removed', [orb]],
  ['an item is duplicated', [orb, orb, hat]],
  ['a modifier changes', [orb, { ...hat, explicitMods: [{ description: '+2', flags: {} }] }]],
  ['a gem moves to another item', [{ ...orb, socketedItems: [{ id: 'g' }] }, hat]],
])('there is a change if %s', (_, after) => {
  expect(same([orb, hat], after)).toBe(false)
})
