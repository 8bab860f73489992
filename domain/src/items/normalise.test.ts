import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countCharacters, readProperty, isSet, parseWholeNumber, readMods, showText } from './normalise.ts'

describe('a text as a player sees it', () => {
  test.each([
    ['[Cold] Damage', 'Cold Damage'],
    ['[Attack|Attacks] and [Spell|Spells]', 'Attacks and Spells'],
    ['[[a]b]', 'ab'],
    ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
    ['<<set:MS>>Doom', 'Doom'],
    ['a < b [c', 'a < b [c'],
    ['<uniqueitem>{A Reward}', 'A Reward'],
    ['<currencyitem>{3x Orb of Fusing}', '3x Orb of Fusing'],
    ['<uniqueitem>{A Reward}\r\n<corrupted>{for a full set}', 'A Reward\nfor a full set'],
    ['<size:27>{<rareitem>{Rare Armour}\n<default>{Item Level:} <normal>{100}}', 'Rare Armour\nItem Level: 100'],
    ['<[Cold|Colder]>{x}', 'x'],
    ['<tag> and {braces}', '<tag> and {braces}'],
    ['<not a tag>{text}', '<not a tag>{text}'],
  ])('%j is %j', (raw, shown) => {
    expect(showText(raw)).toBe(shown)
  })

  test('unclosed nested brackets neither hang the reader nor overflow the stack', () => {
    const nest = '['.repeat(30_000) + ']'.repeat(30_000)
    expect(showText(nest).length).toBeLessThan(nest.length)
  })

  test.each(['<a>{', '<', '<a', '<a>{<'])('unclosed %j takes time in proportion to its length', (part) => {
    const nest = part.repeat(30_000)
    expect(showText(nest)).toBe(nest)
  })

  test('formatting it twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('[', ']', '|', 'a', '\r', '\n', '<<set:', '>>', 'é', '<', '>', '{', '}')), (parts) => {
        const shown = showText(parts.join(''))
        expect(showText(shown)).toBe(shown)
      }),
    )
  })
})

describe('a whole number', () => {
  test.each([
    [7, 7],
    ['7', 7],
    ['-7', -7],
    ['+7', 7],
    [' 7 ', 7],
    ['1,204', 1204],
    [-0, 0],
    ['-0', 0],
    ['9007199254740991', 9_007_199_254_740_991],
    ['', null],
    ['7.5', null],
    [7.5, null],
    ['7 (Max)', null],
    ['0x7', null],
    ['1e3', null],
    [Number.NaN, null],
    [Infinity, null],
    ['9007199254740993', null],
    [null, null],
    [true, null],
    [[7], null],
    ['٣', null],
  ])('%j reads as %j', (value, number) => {
    expect(parseWholeNumber(value)).toBe(number)
  })
})

test('a flag is set only by true and by its text and number spellings', () => {
  expect([true, 1, 'true', false, 0, 'false', null, undefined, {}, 'yes'].filter(isSet)).toEqual([true, 1, 'true'])
})

test('both forms of modifiers may occur in one list', () => {
  expect(readMods(['A', { description: 'B', flags: {} }, null])).toEqual(['A', 'B'])
})

test('the first property of a name counts, even if a longer name that begins with it comes earlier', () => {
  const properties = [
    { name: 'Level Up', values: [['1', 0]] },
    { name: 'Level', values: [['2', 0]] },
    { name: 'Level', values: [['3', 0]] },
  ]
  expect(readProperty({ properties }, 'Level')).toEqual(['2'])
})

test('characters are counted as people count them', () => {
  expect(countCharacters('Mjölner 😀')).toBe(9)
})
