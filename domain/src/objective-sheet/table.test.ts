import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTable, writeCsv } from './table.ts'

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

test.each([
  [
    'tabs',
    'a\tb, c\n1\t2',
    [
      ['a', 'b, c'],
      ['1', '2'],
    ],
  ],
  [
    'commas',
    'a,"b, ""c"""\r\n1,"two\r\nlines"\r\n',
    [
      ['a', 'b, "c"'],
      ['1', 'two\r\nlines'],
    ],
  ],
  ['semicolons', '\uFEFFa;b,c;d', [['a', 'b,c', 'd']]],
  ['an empty last cell', 'a\t\n', [['a', '']]],
  ['a quote inside a cell', '5" nail\t"Best" ring\tx', [['5" nail', '"Best" ring', 'x']]],
  [
    'a quote that nothing closes',
    '"a\tb\n"c"\td',
    [
      ['"a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['an apostrophe before a formula', "'=1\t'-x\t'name\t''=2", [['=1', '-x', "'name", "'=2"]]],
  ['nothing', '', []],
])('reads a table with %s', (_, text, rows) => {
  expect(readTable(text)).toEqual(rows)
})

test('every table is the same after writing and reading', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom("'=1", "''", '=1', '"', '"a', 'a"', '\n', '\r', ';', ',', '\t', '12345678901234567'),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      expect(readTable(`a,b\r\n${writeCsv(rows)}`).slice(1)).toEqual(rows)
    }),
    { numRuns: 2000 },
  )
})

test('a table of a million quotes is read in linear time', () => {
  expect(readTable('"\t"a""\t'.repeat(200_000))).toHaveLength(1)
})
