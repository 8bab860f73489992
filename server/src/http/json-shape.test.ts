import { expect, it } from 'vitest'
import { findWrongShape } from './json-shape.ts'

const nest = (depth: number, inside = '') => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`
const list = (length: number) => `[${'1,'.repeat(length - 1)}1]`

it.each([
  ['60 levels', nest(60), null],
  ['61 levels', nest(61), 'is nested too deeply'],
  ['61 levels of lists and objects', `{"a":${nest(60)}}`, 'is nested too deeply'],
  ['many lists beside each other', `[${'[],'.repeat(100)}[]]`, null],
  ['brackets in a text', `["${'['.repeat(100)}"]`, null],
  ['brackets behind an escaped quote', `["\\"${'['.repeat(100)}"]`, null],
  ['brackets behind a text that ends with a backslash', `["\\\\",${nest(60)}]`, 'is nested too deeply'],
  ['400,000 values', list(400_000), null],
  ['400,002 values', list(400_002), 'holds too many values'],
  ['many commas in a text', `"${','.repeat(500_000)}"`, null],
  ['a text without an end', '"', null],
  ['nothing', '', null],
])('%s', (_, text, problem) => {
  expect(findWrongShape(text)).toBe(problem)
})
