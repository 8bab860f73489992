import { expect, test } from 'vitest'
import { formatLength } from './length.ts'

test.each([
  [0, '1 s'],
  [59, '59 s'],
  [75, '1 min 15 s'],
  [840, '14 min'],
  [3600, '1 h'],
  [3605, '1 h'],
  [3900, '1 h 5 min'],
  [93_600, '1 d 2 h'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatLength(seconds)).toBe(text)
})
