import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countCharacters, readProperty, isSet, parseWholeNumber, readMods, showText } from './normalise.ts'
import { createTextMemo } from './text-memo.ts'

describe('a text as a player sees it', () => {
  test.each([
    ['[Cold] Damage', 'Cold Damage'],
    ['[Attack|Attacks] and [Spell|Spells]', 'Attacks and Spells'],
    ['[[a]b]', 'ab'],
    ['one\r\ntwo\rthree\nfour', 'one\ntwo\nthree\nfour'],
    ['<<set:MS>>Doom', 'Doom'],
    ['a < b [c', 'a < b [c'],
    ['<uniqueitem>{A Reward}', '<uniqueitem>{A Reward}'],
  ])('%j is %j', (raw, shown) => {
    expect(showText(raw)).toBe(shown)
  })

  test('showing it twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('[', ']', '|', 'a', '\r', '\n', '<<set:', '>>', 'é')), (parts) => {
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

test('a flag is set by true and by its text and number spellings only', () => {
  expect([true, 1, 'true', false, 0, 'false', null, undefined, {}, 'yes'].filter(isSet)).toEqual([true, 1, 'true'])
})

test('both forms of modifiers may stand in one list', () => {
  expect(readMods(['A', { description: 'B', flags: {} }, null])).toEqual(['A', 'B'])
})

test('the first property of a name counts, also where a longer name begins with it', () => {
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

describe('a text memo', () => {
  test('answers like asking anew, however many texts there are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const find = createTextMemo(2, (text) => ({ text, doubled: text + text }))
        for (const text of [...texts, ...texts]) expect(find(text)).toEqual({ text, doubled: text + text })
      }),
    )
  })

  test('does not ask again while a text keeps coming back', () => {
    let asked = 0
    const find = createTextMemo(4, (text) => ({ text, number: ++asked }))
    for (let round = 0; round < 5; round++) find('+92 to maximum Life')
    expect(asked).toBe(1)
  })

  test('forgets what has not been asked for a while, and keeps no text of any length', () => {
    const asked: string[] = []
    const find = createTextMemo(2, (text) => {
      asked.push(text)
      return text.length
    })
    const long = 'x'.repeat(1_001)
    for (const text of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'b', long, long]) find(text)
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'b', long, long])
  })
})
