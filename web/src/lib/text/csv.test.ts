import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['@team', "'@team"],
  ['-1 team', "'-1 team"],
  ['+', "'+"],
])('%j is written so that a spreadsheet shows it', (given, written) => {
  expect(writeCsv([[given]])).toBe(`${written}\r\n`)
})

test('numbers stay numbers, also negative ones', () => {
  expect(writeCsv([['a', -5, 0.5], []])).toBe('a,-5,0.5\r\n\r\n')
})
