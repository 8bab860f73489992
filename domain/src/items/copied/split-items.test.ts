import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitItems } from './split-items.ts'

const belt = 'Item Class: Belts\nRarity: Rare\nGale Cord\nHeavy Belt\n--------\nItem Level: 79'
const plain = 'Rarity: Unique\nTulfall\nTornado Wand'

test.each([
  ['an empty text', '', []],
  ['blank lines', ' \n\r\n', []],
  ['one item', belt, [[1, belt]]],
  [
    'two items without a gap',
    `${belt}\n${belt}`,
    [
      [1, belt],
      [7, belt],
    ],
  ],
  [
    'items with and without a class, and Windows line ends',
    `\r\n${belt.replaceAll('\n', '\r\n')}\r\n\r\n${plain}\r\n`,
    [
      [2, belt],
      [9, plain],
    ],
  ],
  [
    'a heading with a gap after the class',
    'Item Class: Belts\n\nRarity: Rare\nGale Cord',
    [[1, 'Item Class: Belts\n\nRarity: Rare\nGale Cord']],
  ],
  [
    'other words first',
    `look:\n${belt}\n${plain}`,
    [
      [1, `look:\n${belt}`],
      [8, plain],
    ],
  ],
  ['no item', 'hello\nthere', [[1, 'hello\nthere']]],
])('%s', (_, text, items) => {
  expect(splitItems(text).map(({ line, text: one }) => [line, one])).toEqual(items)
})

const body = fc.array(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `+${text.replaceAll(/[\r\n]/g, '')}.`),
  { maxLength: 6 },
)
const anItem = fc
  .tuple(fc.boolean(), body)
  .map(([hasClass, lines]) => [...(hasClass ? ['Item Class: Rings'] : []), 'Rarity: Rare', ...lines].join('\n'))

test('any items, joined in any way, are found again, each at its line', () => {
  const gaps = fc.constantFrom('\n', '\n\n', '\r\n', '\n \n')
  fc.assert(
    fc.property(fc.array(fc.tuple(anItem, gaps), { maxLength: 8 }), (parts) => {
      const paste = parts.flat().join('')
      const found = splitItems(paste)
      expect(found.map(({ text }) => text)).toEqual(parts.map(([item]) => item))
      const lines = paste.split(/\r\n?|\n/)
      for (const { line, text } of found) expect(lines[line - 1]).toBe(text.split('\n')[0])
    }),
  )
})

test('a text of the greatest length is split in linear time', () => {
  expect(splitItems('Rarity: Rare\n'.repeat(20_000))).toHaveLength(20_000)
})
