import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { findFirstCharacters } from './first-characters.ts'

describe('the characters with which a text must begin for a pattern to match it', () => {
  test.each([
    ['^\\+?(1[0-4]\\d|9\\d)%? .*Life', '+19'],
    ['^\\+[5-9]\\d.* maximum Life$', '+'],
    ['^(Eagle|Horror) Beam$', 'EH'],
    ['^(?:\\d|x)y', '0123456789x'],
    ['^[abc]d', 'abc'],
    ['^a*?b', 'ab'],
    ['^((a|b)?c|d)e', 'abcd'],
    ['^ to', ' '],
    ['^a(b|c)|d', null],
    ['^(a|b?)', null],
    ['^a?', null],
    ['^', null],
    ['^*a', null],
    ['a', null],
    ['(?i)^a', null],
    ['^(?i)a', null],
    ['^(?i:a)', null],
    ['^a(?i)?b', null],
    ['^a{0,1}b', null],
    ['^[^a]', null],
    ['^.', null],
    ['^é', null],
    ['^\\x41', null],
    ['^\\Qa|b\\E', null],
  ])('%j: %j', (pattern, characters) => {
    expect(() => RE2JS.compile(pattern)).not.toThrow()
    const found = findFirstCharacters(pattern)
    expect(found === null ? null : [...found].join('')).toBe(characters)
  })

  const atom = fc.constantFrom(
    'a',
    'b',
    '5',
    '\\d',
    '\\+',
    '[ab]',
    '[a-c]',
    '[^a]',
    '[|)]',
    '\\|',
    '.',
    '^',
    '$',
    'é',
    '(?i)',
    '\\b',
  )
  const repetition = fc.constantFrom('', '', '', '*', '+', '?', '??', '{2}', '{0,1}')
  const piece = fc.tuple(atom, repetition).map((parts) => parts.join(''))
  const { branches } = fc.letrec<{ branches: string; group: string; branch: string }>((tie) => ({
    branches: fc.array(tie('branch'), { minLength: 1, maxLength: 3 }).map((all) => all.join('|')),
    branch: fc
      .array(fc.oneof({ maxDepth: 3 }, { weight: 4, arbitrary: piece }, { weight: 1, arbitrary: tie('group') }), { maxLength: 4 })
      .map((parts) => parts.join('')),
    group: fc
      .tuple(fc.constantFrom('(', '(?:', '(?i:'), tie('branches'), repetition)
      .map(([head, inside, repeated]) => `${head}${inside})${repeated}`),
  }))
  const texts = fc
    .array(fc.constantFrom('a', 'b', 'c', 'A', '5', '+', '|', ')', '(', 'é', '\n'), { maxLength: 6 })
    .map((all) => all.join(''))

  test('are those of every text that it matches', () => {
    fc.assert(
      fc.property(
        branches.map((all) => `^${all}`).filter(isAccepted),
        fc.array(texts, { minLength: 10, maxLength: 20 }),
        (pattern, some) => {
          const characters = findFirstCharacters(pattern)
          if (characters === null) return
          const matched = some.filter((text) => RE2JS.compile(pattern).test(text))
          expect(matched.filter((text) => !characters.has(text[0] ?? ''))).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
  })
})

function isAccepted(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}
