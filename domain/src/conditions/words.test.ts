import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTextMemo } from '../items/text-memo.ts'
import { createWordsMemo, wordsOf } from './words.ts'

test.each([
  ['+42 to maximum Life', ' to maximum Life'],
  ['-3% to Cold Resistance', '% to Cold Resistance'],
  ['Adds 3 to 19 Fire Damage', 'Adds 0 to 0 Fire Damage'],
  ['Regenerate 12 Life per second', 'Regenerate 0 Life per second'],
  ['0.6% of Damage Leeched', '0.6% of Damage Leeched'],
  ['5<<set:x>>Life', '0<<set:x>>Life'],
  ['Cannot be Frozen', 'Cannot be Frozen'],
  ['Rare Monsters each have 12 additional Modifiers', 'Rare Monsters each have 0 additional Modifiers'],
  ['Counts 3 to', 'Counts 0 to'],
  ['Adds 3 to 19', 'Adds 0 to 0'],
  ['+', '+'],
  ['7', '0'],
  ['', ''],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toBe(words)
})

describe('a memo by words', () => {
  const part = fc.constantFrom(
    '',
    '+',
    '-',
    '5',
    '12',
    ' to ',
    ' t',
    '%',
    ' ',
    ' Life',
    'Adds ',
    'é',
    '<<set:x>>',
    'a',
    ':',
    '(3-5)',
  )
  const text = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('x'.repeat(1_001), `5 ${'x'.repeat(1_000)}`),
  )

  test('answers what the words of a text say, although most texts share the few slots', () => {
    fc.assert(
      fc.property(fc.array(text), (asked) => {
        const find = createWordsMemo(2, (words) => ({ words }))
        for (const one of [...asked, ...asked]) expect(find(one)).toEqual({ words: wordsOf(one) })
      }),
      { numRuns: 1_000 },
    )
  })

  test('asks once for a sentence, whatever its number', () => {
    const asked: string[] = []
    const find = createWordsMemo(
      64,
      createTextMemo(8, (words) => asked.push(words)),
    )
    for (let number = 1; number < 200; number++) {
      for (const one of [`+${number} to Life`, `Adds ${number} to ${2 * number} Fire Damage`, `Regenerate ${number} Life`])
        find(one)
    }
    expect(asked).toEqual(['', ' to Life', 'Adds 0 to 0 Fire Damage', 'Regenerate 0 Life'])
  })

  test('answers the same while its table grows', () => {
    const find = createWordsMemo(1_024, (words) => ({ words }))
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 3_000; number++) {
        const name = number.toString(36).replaceAll(/\d/g, 'x')
        expect(find(`${number} to ${name}`)).toEqual({ words: ` to ${name}` })
      }
    }
  })

  test('keeps no text of any length', () => {
    let asked = 0
    const find = createWordsMemo(2, () => ++asked)
    for (let round = 0; round < 3; round++) find(`5 ${'x'.repeat(1_000)}`)
    expect(asked).toBe(4)
  })
})
