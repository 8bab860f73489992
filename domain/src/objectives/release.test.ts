import { expect, it } from 'vitest'
import { readRelease } from './release.ts'

const items = [
  { id: 1, parent_id: null, name: 'default', valid_from: null },
  { id: 2, parent_id: 1, name: 'open', valid_from: 100 },
  { id: 3, parent_id: 1, name: 'later', valid_from: 200 },
  { id: 4, parent_id: 3, name: 'open, below one that is not', valid_from: 50 },
  { id: 5, parent_id: 3, name: 'latest', valid_from: 300 },
]

it.each([
  ['before anything', 99, [1], 100],
  ['at the first moment of the first', 100, [1, 2], 200],
  ['just before the second', 199, [1, 2], 200],
  ['with the second, what is below it', 200, [1, 2, 3, 4], 300],
  ['at last', 300, [1, 2, 3, 4, 5], null],
])('%s, the open objectives are known, and when the next one opens', (_, now, ids, next_at) => {
  const release = readRelease(items, now)
  expect([[...release.ids].toSorted((a, b) => a - b), release.next_at]).toEqual([ids, next_at])
})

it('an objective that does not hang on the root is never open', () => {
  const lost = { id: 9, parent_id: 404, name: 'lost', valid_from: null }
  expect(readRelease([...items, lost], 400).ids.has(9)).toBe(false)
})
