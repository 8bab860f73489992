import { expect, test } from 'vitest'
import { maxPoints, readPoints, writePoints } from './points-text.ts'

test.each([
  ['50, 30,20 ,10', [50, 30, 20, 10]],
  ['50\n30\n20', [50, 30, 20]],
  ['50\t30\t20\n', [50, 30, 20]],
  ['50; 30 | 20', [50, 30, 20]],
  ['2.5, -3, +4, −1', [2.5, -3, 4, -1]],
  ['10x3, 5', [10, 10, 10, 5]],
  ['10 × 3', [10, 10, 10]],
  [', ,', []],
  ['', []],
])('%j is parsed', (text, points) => {
  expect(readPoints(text)).toEqual({ points, problems: [] })
})

test('invalid values are named and do not count', () => {
  expect(readPoints('50, ten, 1e9, 3,5x')).toEqual({ points: [50, 3], problems: ['ten', '1e9', '5x'] })
})

test('too many values are detected without being expanded', () => {
  expect(readPoints(`${'1x9999,'.repeat(1000)}`).points.length).toBeLessThanOrEqual(2 * maxPoints + 2)
  expect(readPoints('1x9999').points.length).toBeGreaterThan(maxPoints)
})

test('written values are read back unchanged', () => {
  for (const points of [[], [5], [5, 5], [5, 5, 5, 1, 1, 0.25], [-1, -1, -1]]) {
    expect(readPoints(writePoints(points))).toEqual({ points, problems: [] })
  }
  expect(writePoints([10, 10, 10, 10, 5])).toBe('10x4, 5')
})
