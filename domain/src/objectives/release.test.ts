import { describe, expect, it } from 'vitest'
import { listOpeningTimes, readRelease, readShowing } from './release.ts'

const items = [
  { id: 1, parent_id: null, name: 'default', valid_from: null },
  { id: 2, parent_id: 1, name: 'open', valid_from: 100 },
  { id: 3, parent_id: 1, name: 'later', valid_from: 200 },
  { id: 4, parent_id: 3, name: 'open, but its parent is not', valid_from: 50 },
  { id: 5, parent_id: 3, name: 'latest', valid_from: 300 },
  { id: 6, parent_id: 1, name: 'without a time', valid_from: null },
]
const event_start_time = 150
const atOnce = { objectives_shown: 'at_once', event_start_time } as const
const atStart = { objectives_shown: 'at_start', event_start_time } as const

it.each([
  ['before the first opens', atOnce, 99, [1, 6], 100],
  ['at the first moment of the first', atOnce, 100, [1, 2, 6], 200],
  ['just before the second', atOnce, 199, [1, 2, 6], 200],
  ['with the second and its children', atOnce, 200, [1, 2, 3, 4, 6], 300],
  ['after all have opened', atOnce, 300, [1, 2, 3, 4, 5, 6], null],
  ['before the start of an event that shows them at its start', atStart, 149, [1], 150],
  ['at that start', atStart, 150, [1, 2, 6], 200],
  ['after that start', atStart, 300, [1, 2, 3, 4, 5, 6], null],
])('%s: lists the open objectives and the time when the next one opens', (_, event, now, ids, next_at) => {
  const release = readRelease(items, event, now)
  expect([[...release.ids].toSorted((a, b) => a - b), release.next_at]).toEqual([ids, next_at])
})

it('an objective that is not connected to the root is never open', () => {
  const lost = { id: 9, parent_id: 404, name: 'lost', valid_from: null }
  expect(readRelease([...items, lost], atOnce, 400).ids.has(9)).toBe(false)
})

describe('the time when an objective opens', () => {
  it('is the latest of its own, its parents and the start of an event that shows them then', () => {
    expect(Object.fromEntries(listOpeningTimes(items, atOnce))).toEqual({ 1: null, 2: 100, 3: 200, 4: 200, 5: 300, 6: null })
    expect(Object.fromEntries(listOpeningTimes(items, atStart))).toEqual({ 1: null, 2: 150, 3: 200, 4: 200, 5: 300, 6: 150 })
  })
})

it.each([
  [false, null, 100, { to: 'organisers', at: null }],
  [false, 50, 100, { to: 'organisers', at: null }],
  [false, 101, 100, { to: 'organisers', at: 101 }],
  [true, null, 100, { to: 'everyone', since: null }],
  [true, 101, 100, { to: 'everyone_later', at: 101 }],
  [true, 100, 100, { to: 'everyone', since: 100 }],
  [true, 99, 100, { to: 'everyone', since: 99 }],
])('public %s, opens at %s, at %s: %o', (is_public, opens_at, now, showing) => {
  expect(readShowing(is_public, opens_at, now)).toEqual(showing)
})
