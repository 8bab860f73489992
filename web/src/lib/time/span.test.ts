import { expect, test } from 'vitest'
import { formatSpan } from './span.ts'

test.each([
  [-5, '0 s'],
  [999, '0 s'],
  [24_000, '24 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [41 * 60_000, '41 min'],
  [3_600_000, '1 h'],
  [47 * 3_600_000, '1 d'],
  [6 * 86_400_000, '6 d'],
])('%i ms is %s', (length_ms, text) => {
  expect(formatSpan(length_ms)).toBe(text)
})
