import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { longestOffset_ms, readOffset, readTime, writeOffset, writeTime } from './moment.ts'

test.each([
  [0, 'start'],
  [86_400_000, 'start + 1d'],
  [-14 * 86_400_000, 'start - 14d'],
  [5_400_000, 'start + 1h 30m'],
  [90_061_250, 'start + 1d 1h 1m 1.25s'],
  [1, 'start + 0.001s'],
])('an offset of %d ms is written %j', (offset, text) => {
  expect(writeOffset(offset)).toBe(text)
  expect(readOffset(text)).toBe(offset)
})

test.each([
  '',
  'begin',
  'start +',
  'start + 1',
  'start + 1w',
  'start + 1d 2d',
  'start + 1.5h',
  'start + -1d',
  'start 1d',
  'start + 9999999d',
])('%j is not an offset', (text) => {
  expect(readOffset(text)).toBeNull()
})

it('reads every offset that it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: -longestOffset_ms, max: longestOffset_ms }), (offset) => {
      expect(readOffset(writeOffset(offset))).toBe(offset)
    }),
    { numRuns: 1000 },
  )
})

it('reads and writes times like the platform', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(9999, 11, 31) }), (time) => {
      const text = new Date(time).toISOString()
      expect(readTime(text)).toBe(time)
      expect(writeTime(time)).toBe(text.replace('.000Z', 'Z'))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['2026-12-04T18:00:00+01:00', '2026-12-04T17:00:00Z'],
  ['2026-12-04 18:00-05:30', '2026-12-04T23:30:00Z'],
  ['2024-02-29T00:00Z', '2024-02-29T00:00:00Z'],
])('%j is %j', (text, same) => {
  expect(writeTime(readTime(text) ?? 0)).toBe(same)
})

test.each([
  '2026-12-04T18:00:00',
  '2026-02-29T00:00Z',
  '2026-13-01T00:00Z',
  '2026-12-04',
  '2026-12-04T24:00Z',
  'tomorrow',
  '0000-01-01T00:00Z',
])('%j is not a time', (text) => {
  expect(readTime(text)).toBeNull()
})
