import { expect, test } from 'vitest'
import { placeLabels, spanAxis } from './axis.ts'

test('a scale has space at both ends and round ticks', () => {
  expect(spanAxis([3094, 3842])).toEqual({ from: 3094 - 59.84, to: 3842 + 59.84, ticks: [3200, 3400, 3600, 3800] })
})

test('a scale of equal values has no length', () => {
  expect(spanAxis([0, 0, 0])).toEqual({ from: 0, to: 0, ticks: [] })
  expect(spanAxis([])).toEqual({ from: 0, to: 0, ticks: [] })
})

test('small scores get whole ticks', () => {
  expect(spanAxis([0, 3]).ticks).toEqual([0, 1, 2, 3])
})

test('labels that would overlap change sides', () => {
  expect(placeLabels([90, 88, 60, 40, 12, 10], 10).map(({ side }) => side)).toEqual([
    'below',
    'above',
    'above',
    'above',
    'below',
    'above',
  ])
})

test('three labels at the same position are beside each other', () => {
  expect(placeLabels([50, 50, 50], 10)).toEqual([
    { side: 'above', at: 50 },
    { side: 'below', at: 50 },
    { side: 'above', at: 60 },
  ])
})
