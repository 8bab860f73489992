import { expect, test } from 'vitest'
import { maxLanes, placeWindows } from './window-lanes.ts'

const aWindow = (key: string, valid_from: number | null, valid_to: number | null) => ({ key, name: key, valid_from, valid_to })

test('windows one after the other share a row, and windows at the same time do not', () => {
  const placed = placeWindows([aWindow('b', 5, 10), aWindow('a', 0, 5), aWindow('c', 2, 7)], 10)
  expect(placed).toEqual([
    { key: 'a', left: 0, width: 50, lane: 0 },
    { key: 'c', left: 20, width: 50, lane: 1 },
    { key: 'b', left: 50, width: 50, lane: 0 },
  ])
})

test('a window without an end, or beyond the event, ends with it; one outside is left out', () => {
  expect(placeWindows([aWindow('a', 5, null), aWindow('b', -5, 20), aWindow('c', 12, 20)], 10)).toEqual([
    { key: 'b', left: 0, width: 100, lane: 0 },
    { key: 'a', left: 50, width: 50, lane: 1 },
  ])
})

test('the drawing has a bounded number of rows and windows, and none in an event without length', () => {
  const many = Array.from({ length: 1000 }, (_, at) => aWindow(String(at), 0, 10))
  expect(Math.max(...placeWindows(many, 10).map(({ lane }) => lane))).toBe(maxLanes - 1)
  expect(placeWindows(many, 10)).toHaveLength(300)
  expect(placeWindows(many, 0)).toEqual([])
})
