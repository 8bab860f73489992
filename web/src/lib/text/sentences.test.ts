import { describe, expect, test } from 'vitest'
import { chooseSentence, fillIn } from './sentences.ts'

const catalogue = new Map(
  Object.entries({
    plain: 'Ladder: all of it',
    age_zero: 'just now',
    age_one: 'a minute ago',
    age_other: '{{count}} minutes ago',
    team_one: '{{count}} team',
    team_other: '{{count}} teams',
  }),
)

describe('the sentence for a key', () => {
  test.each([
    ['plain', undefined, 'Ladder: all of it'],
    ['plain', 3, 'Ladder: all of it'],
    ['age', 0, 'just now'],
    ['age', 1, 'a minute ago'],
    ['age', 2, '{{count}} minutes ago'],
    ['team', 0, '{{count}} teams'],
    ['team', 1.5, '{{count}} teams'],
    ['unknown.key', 1, 'unknown.key'],
  ] as const)('%s with %s', (key, count, sentence) => {
    expect(chooseSentence(catalogue, key, count)).toBe(sentence)
  })
})

test('values are inserted literally, and not parsed again', () => {
  expect(fillIn('{{name}} of {{team}}', { name: '{{team}} $t(plain) $& <b>', team: '$1' })).toBe(
    '{{team}} $t(plain) $& <b> of $1',
  )
})

test('a missing value is empty, even if objects have a property of its name', () => {
  expect(fillIn('[{{missing}}{{constructor}}]', {})).toBe('[]')
})

test.each([
  ['\u202Etxt.exe', 'to txt.exe, 5 items'],
  ['\u2069\u2067x', 'to x, 5 items'],
  ['\u05E9\u05DC\u05D5\u05DD', 'to \u2068\u05E9\u05DC\u05D5\u05DD\u2069, 5 items'],
  ['日本 🦉', 'to 日本 🦉, 5 items'],
])('a value does not change the direction of its sentence: %j', (tab, filled) => {
  expect(fillIn('to {{tab}}, {{count}} items', { tab, count: 5 })).toBe(filled)
})
