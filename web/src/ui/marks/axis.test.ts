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
  expect(placeLabels([90, 88, 60, 40, 12, 10], 10, 100).map((place) => place?.side)).toEqual([
    'below',
    'above',
    'above',
    'above',
    'below',
    'above',
  ])
})

test('three labels at the same position are beside each other', () => {
  expect(placeLabels([50, 50, 50], 10, 100)).toEqual([
    { side: 'above', at: 50 },
    { side: 'below', at: 50 },
    { side: 'above', at: 60 },
  ])
})

test('without room for all labels, the first ones are kept', () => {
  expect(placeLabels([50, 50, 50, 50, 50], 60, 70)).toEqual([
    { side: 'above', at: 10 },
    { side: 'below', at: 10 },
    { side: 'above', at: 70 },
    { side: 'below', at: 70 },
    null,
  ])
})

const shapes: Record<string, (index: number, count: number) => number> = {
  equal: () => 100,
  'nearly equal': (index) => 93 - index / 100,
  'at both ends': (index) => (index % 2) * 100,
  even: (index, count) => (100 * index) / count,
  'in two groups': (index) => 7 + (index % 3) * 43,
}

test.each(Object.keys(shapes))('labels at positions that are %s never overlap, with 1 to 12 of any width', (shape) => {
  for (let count = 1; count <= 12; count++)
    for (let closest = 1; closest <= 150; closest += 3) {
      const end = 100 - closest / 2
      const positions = Array.from({ length: count }, (_, index) => shapes[shape]?.(index, count) ?? 0)
      const places = placeLabels(positions, closest, end).filter((place) => place !== null)
      expect(places.length).toBe(Math.min(count, 2 * (Math.floor(end / closest) + 1)))
      for (const side of ['above', 'below']) {
        const row = places.filter((place) => place.side === side).map(({ at }) => at)
        const ascending = row.toSorted((a, b) => a - b)
        const gaps = ascending.slice(1).map((at, index) => at - (ascending[index] ?? 0))
        expect(Math.min(closest, ...gaps)).toBeCloseTo(closest)
        expect(Math.min(0, ...row)).toBeCloseTo(0)
        expect(Math.max(end, ...row)).toBe(end)
      }
    }
})
