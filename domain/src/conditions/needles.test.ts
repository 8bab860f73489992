import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { createLiteralSearch } from './literal-search.ts'
import { findNeedles, foldCase } from './needles.ts'

describe('the texts that a pattern cannot match without', () => {
  test.each([
    ['^\\+\\d+ to maximum Life$', [' to maximum life']],
    ['(?i)MAXIMUM life', ['maximum life']],
    ['Life|Mana', ['life', 'mana']],
    ['(Eagle|Horror) Be', ['eagle', 'horror']],
    ['(Eagle|x)+ Bea', [' bea']],
    ['(Eagle)? B', [' b']],
    ['(?:abc){2}d', ['d']],
    ['ab+cd', ['ab']],
    ['abc?d', ['ab']],
    ['abc*?de', ['ab']],
    ['abc{2,}de', ['ab']],
    ['[abc]def[[:alpha:]]', ['def']],
    ['[]a]bc', ['bc']],
    ['a\\.b', ['a.b']],
    ['x{y', ['x']],
    ['(?P<name>abc)', ['abc']],
    ['(?i:ABC)', ['abc']],
    ['Mjölner', ['lner']],
    ['a||b', null],
    ['\\d+', null],
    ['.*', null],
    ['\\Qa.b\\E', null],
    ['\\x41bc', null],
    ['\\pLabc', null],
  ])('%j: %j', (pattern, needles) => {
    expect(() => RE2JS.compile(pattern)).not.toThrow()
    expect(findNeedles(pattern)).toEqual(needles)
  })

  const atom = fc.constantFrom(
    'a',
    'b',
    'K',
    's',
    ' ',
    '.',
    '\\.',
    '\\d',
    '[ab]',
    '[^a]',
    'é',
    '^',
    '$',
    '\\b',
    '{',
    '(a|b)',
    '(?i)',
    '(?:ab)',
    '(a(b|)s)',
    '\\x41',
    '5',
  )
  const repetition = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,1}', '+?', '??')
  const piece = fc.tuple(atom, repetition).map((parts) => parts.join(''))
  const patterns = fc
    .array(fc.oneof({ weight: 8, arbitrary: piece }, { weight: 1, arbitrary: fc.constant('|') }), { maxLength: 7 })
    .map((parts) => parts.join(''))
  const texts = fc
    .array(fc.constantFrom('a', 'b', 'A', 'B', 'k', 'K', '\u212a', 's', '\u017f', ' ', '.', '5', 'é', '{'), { maxLength: 12 })
    .map((parts) => parts.join(''))

  test('occur in every text that it matches', () => {
    fc.assert(
      fc.property(patterns.filter(isAccepted), texts, (pattern, text) => {
        fc.pre(RE2JS.compile(pattern).test(text))
        const needles = findNeedles(pattern)
        expect(needles?.some((needle) => fold(text).includes(needle)) ?? true).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Case-folding as the engine does it: two characters outside ASCII equal an ASCII letter. */
function fold(text: string): string {
  return foldCase(text.replaceAll('\u212a', 'k').replaceAll('\u017f', 's'))
}

function isAccepted(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}

describe('the search for many literals', () => {
  function searchAll(literals: readonly string[], text: string): number[] {
    const search = createLiteralSearch(literals.map((literal, id) => ({ text: literal, id })))
    return [...search(text)].sort((a, b) => a - b)
  }

  test('finds the same as a separate search for each of them', () => {
    const letters = fc
      .array(fc.constantFrom('a', 'b', 'A', 'k', 's', ' ', '%'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(''))
    const haystack = fc
      .array(fc.constantFrom('a', 'b', 'A', 'B', 'K', '\u212a', '\u017f', ' ', '%', 'é'), { maxLength: 20 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), haystack, (literals, text) => {
        const expected = literals.flatMap((literal, id) => (fold(text).includes(foldCase(literal)) ? [id] : []))
        expect(searchAll(literals, text)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})
