import { expect, it } from 'vitest'
import { readRelease } from './release.ts'

const items = [
  { id: 1, parent_id: null, name: 'default', valid_from: null },
  { id: 2, parent_id: 1, name: 'open', valid_from: 100 },
  { id: 3, parent_id: 1, name: 'later', valid_from: 200 },
  { id: 4, parent_id: 3, name: 'open, but its parent is not', valid_from: 50 },
  { id: 5, parent_id: 3, name: 'latest', valid_from: 300 },
]

it.each([
  ['before the first opens', 99, [1], 100],
  ['at the first moment of the first', 100, [1, 2], 200],
  ['just before the second', 199, [1, 2], 200],
  ['with the second and its children', 200, [1, 2, 3, 4], 300],
  ['after all have opened', 300, [1, 2, 3, 4, 5], null],
])('%s: lists the open objectives and the time when the next one opens', (_, now, ids, next_at) => {
  const release = readRelease(items, now)
  expect([[...release.ids].toSorted((a, b) => a - b), release.next_at]).toEqual([ids, next_at])
})

it('an objective that is not connected to the root is never open', () => {
  const lost = { id: 9, parent_id: 404, name: 'lost', valid_from: null }
  expect(readRelease([...items, lost], 400).ids.has(9)).toBe(false)
})
