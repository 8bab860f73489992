import { expect, test } from 'vitest'
import { wordsOf } from './text-index.ts'

test.each([
  ['+42 to maximum Life', ' to maximum Life'],
  ['-3% to Cold Resistance', '% to Cold Resistance'],
  ['Adds 3 to 19 Fire Damage', 'Adds 0 to 0 Fire Damage'],
  ['Regenerate 12 Life per second', 'Regenerate 0 Life per second'],
  ['0.6% of Damage Leeched', '0.6% of Damage Leeched'],
  ['5<<set:x>>Life', '0<<set:x>>Life'],
  ['Cannot be Frozen', 'Cannot be Frozen'],
  ['+', '+'],
  ['7', '0'],
  ['', ''],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toBe(words)
})
