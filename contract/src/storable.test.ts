import { expect, test } from 'vitest'
import { cleanJson, isStorable, parseStorable, toStorable } from './storable.ts'

test.each([
  ['a\0b', 'a\uFFFDb'],
  ['a\ud800', 'a\uFFFD'],
  ['\udc00a', '\uFFFDa'],
  ['\u{1F600}', '\u{1F600}'],
  ['', ''],
])('%j is stored as %j', (text, kept) => {
  expect(toStorable(text)).toBe(kept)
  expect(isStorable(text)).toBe(text === kept)
  expect(isStorable(kept)).toBe(true)
})

test('texts anywhere in JSON, including member names, are cleaned and listed', () => {
  expect(parseStorable('{"a":[{"b":"x\\u0000"}],"c\\ud800":1,"d":"\\ude00"}')).toEqual({
    value: { a: [{ b: 'x\uFFFD' }], 'c\uFFFD': 1, d: '\uFFFD' },
    fields: expect.arrayContaining(['a.0.b', 'c\uFFFD', 'd']) as unknown,
  })
})

test('storable values are unchanged: pairs, backslashes, everything else', () => {
  const text = JSON.stringify({ a: '\u{1F600}', b: '\\u0000', c: null, d: [1, true] })
  expect(parseStorable(text)).toEqual({ value: JSON.parse(text), fields: [] })
  expect(parseStorable('"\\ud83d\\ude00"')).toEqual({ value: '\u{1F600}', fields: [] })
  expect(parseStorable('"\\uD83D\\uDE00\\uD83D"')).toEqual({ value: '\u{1F600}\uFFFD', fields: [''] })
})

test('only the first few fields are listed, and any depth is supported', () => {
  expect(cleanJson(Array.from({ length: 50 }, () => '\0')).fields).toEqual(['0', '1', '2', '3', '4'])
  const deep = `${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}`
  expect(parseStorable(deep).fields).toHaveLength(1)
})
