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
  ['\t=1+1', '"\'\t=1+1"'],
  ['\r=1+1', '"\'\r=1+1"'],
  ['\n=1+1', '"\'\n=1+1"'],
  ['\tname', '"\'\tname"'],
  [' =1+1', "' =1+1"],
  ['＝1+1', "'＝1+1"],
  ['a;=1+1', '"a;=1+1"'],
  ['a\t=1+1', '"a\t=1+1"'],
  ['123456789012345678', "'123456789012345678"],
  ['1234', '1234'],
])('%j is written so that a spreadsheet shows it', (given, written) => {
  expect(writeCsv([[given]])).toBe(`${written}\r\n`)
})

test('numbers stay numbers, including negative ones', () => {
  expect(writeCsv([['a', -5, 0.5], []])).toBe('a,-5,0.5\r\n\r\n')
})
