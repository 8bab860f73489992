import { describe, expect, test } from 'vitest'
import { findDeposit, type LoggedItem, matchLine, type PlacedLine, readLoggedItem } from './item-lines.ts'

const orb: LoggedItem = { name: '', type_line: 'Chaos Orb', base_type: 'Chaos Orb', tabs: ['Drops', 'Uniques'], x: 1, y: 2 }
const claw: LoggedItem = { ...orb, name: 'Hand of Wisdom', type_line: 'Imperial Claw', base_type: 'Imperial Claw' }
const aLine = (line: Partial<PlacedLine> = {}): PlacedLine => ({
  action: 'added',
  item_name: 'Chaos Orb',
  stash_name: 'Drops',
  x: 1,
  y: 2,
  timestamp: 1000,
  ...line,
})

describe('a line matches an item', () => {
  test.each<[string, LoggedItem, Partial<PlacedLine>, ReturnType<typeof matchLine>]>([
    ['at its place', orb, {}, 'place'],
    ['elsewhere in its tab', orb, { x: 2 }, 'tab'],
    ['at its position, under another name of its tab', orb, { stash_name: 'Uniques' }, 'place'],
    ['in another tab', orb, { stash_name: 'Quad' }, 'elsewhere'],
    ['in a deleted tab', orb, { stash_name: null }, 'elsewhere'],
    ['with its base after its name', claw, { item_name: 'Hand of Wisdom Imperial Claw' }, 'place'],
    ['as its base, if its label says more', { ...orb, type_line: 'Superior Chaos Orb' }, {}, 'place'],
    ['without a position', { ...orb, x: null, y: null }, {}, 'tab'],
  ])('%s', (_, item, line, match) => {
    expect(matchLine(aLine(line), item)).toBe(match)
  })

  test.each<[string, LoggedItem, Partial<PlacedLine>]>([
    ['that only begins the same', orb, { item_name: 'Chaos Orb Shard' }],
    ['with the base of a named item', claw, { item_name: 'Imperial Claw' }],
    ['of another name', claw, { item_name: 'Wildslash Imperial Claw' }],
    ['without a text', { ...orb, type_line: '', base_type: '' }, { item_name: '' }],
  ])('but not an item %s', (_, item, line) => {
    expect(matchLine(aLine(line), item)).toBeNull()
  })
})

describe('the player who deposited an item', () => {
  const at = (timestamp: number, line: Partial<PlacedLine> = {}) => aLine({ timestamp, ...line })

  test('is the last one at its position', () => {
    const lines = [at(1), at(2, { x: 5 }), at(3), at(4, { item_name: 'Divine Orb' }), at(5, { action: 'modified' })]
    expect(findDeposit(lines, orb, 10)).toBe(lines[2])
  })

  test('is unknown after the item was taken out', () => {
    expect(findDeposit([at(1), at(2, { action: 'removed' })], orb, 10)).toBeNull()
    expect(findDeposit([at(2), at(2, { action: 'removed' })], orb, 10)).toBeNull()
    expect(findDeposit([], orb, 10)).toBeNull()
  })

  test('does not depend on lines after the item was seen', () => {
    const lines = [at(1), at(20, { action: 'removed' }), at(30)]
    expect(findDeposit(lines, orb, 10)).toBe(lines[0])
  })
})

test('an item is read as the game sends it, with any property missing', () => {
  expect(
    readLoggedItem({ name: '', typeLine: '[Orb|Chaos Orb]', baseType: 'Chaos Orb', x: 1, y: 2 }, ['Drops', 'Uniques']),
  ).toEqual(orb)
  expect(readLoggedItem({}, ['Drops'])).toEqual({ name: '', type_line: '', base_type: '', tabs: ['Drops'], x: null, y: null })
})
