import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { compilePattern, readByPatterns } from './pattern.ts'
import { heaviestPattern, weighPattern } from './pattern-weight.ts'

describe('the weight of a pattern', () => {
  test.each([
    ['Goldrim|Tabula Rasa', 19],
    ['^\\+\\d+ to maximum Life$', 21],
    ['[a-z]{3}', 6],
    ['(?:ab){10}', 50],
    ['((?:x?){5}){5}', 140],
    ['\\Q{9}\\E', 7],
    ['\\x{41}\\{9\\}', 4],
    ['[{900}(]', 1],
    ['(a|)+(?i){3,}', 18],
  ])('%s: %i', (pattern, weight) => {
    expect(() => RE2JS.compile(pattern)).not.toThrow()
    expect(weighPattern(pattern)).toBe(weight)
  })

  test.each(['(x?){1000}x{1000}$', '(?:(?:(?:a{9}){9}){9}){9}', 'x{1000}'.repeat(70), '(?i)[B-\\x{1e000}]'.repeat(20)])(
    'is too large: %s',
    (pattern) => expect(weighPattern(pattern)).toBe(Number.POSITIVE_INFINITY),
  )

  const part = fc.constantFrom(
    'a',
    'é',
    '.',
    '^',
    '$',
    '\\b',
    '\\d',
    '\\W',
    '\\.',
    '\\pL',
    '\\x41',
    '\\x{41}',
    '\\Qa{9}\\E',
    '|',
    '*',
    '+',
    '?',
    '[a-z]',
    '[^a]',
    '[]a]',
    '[[:alpha:]]',
    '[(]',
    '[{9}]',
    '[\\pL\\d]',
    '(?i)',
    '(',
    '(?:',
    '(?s:',
    '(?P<n>',
    ')',
    ')',
    ')',
    '{2}',
    '{3,}',
    '{1,20}',
    '{0,3}',
    '{30}',
    '{',
    '}',
  )
  test('is about the size of the compiled program, and rarely less', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
        const pattern = parts.join('')
        const weight = weighPattern(pattern)
        const size = sizeOf(pattern)
        // Four more instructions for the beginning, the end and the search.
        if (weight <= heaviestPattern && size !== null) expect(size).toBeLessThanOrEqual(1.5 * weight + 4)
      }),
      { numRuns: 2_000 },
    )
  })
})

/** Number of instructions; null if the engine rejects the pattern. */
function sizeOf(pattern: string): number | null {
  try {
    return RE2JS.compile(pattern).programSize()
  } catch {
    return null
  }
}

test("no pattern matches a text longer than the game's longest", () => {
  const compiled = compilePattern('end')
  const test = compiled.ok ? compiled.test : () => null
  expect(test(`${' '.repeat(readByPatterns - 3)}end`)).toBe(true)
  expect(test(`end${' '.repeat(readByPatterns - 2)}`)).toBe(false)
})
