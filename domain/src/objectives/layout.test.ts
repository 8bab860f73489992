import { expect, test } from 'vitest'
import { readExtra, viewOf, writeExtra } from './layout.ts'

test('a layout in extra is read, and its view has priority over the name', () => {
  const extra = JSON.stringify({ layout: { view: 'dailies', tab: 'Every day', note: '24 hours each' } })
  expect(readExtra(extra)).toEqual({ view: 'dailies', tab: 'Every day', note: '24 hours each' })
  expect(viewOf({ name: 'Uniques', view: 'dailies' })).toBe('dailies')
})

test.each([
  ['Personal Objectives', 'personal'],
  ['Uniques', 'uniques'],
  ['Focus Uniques', 'uniques'],
  ['Races', 'races'],
  ['Bounties', 'bounties'],
  ['Collections', 'collections'],
  ['Dailies', 'dailies'],
  ['Heist', 'heist'],
  ['Gems', 'gems'],
  ['Scarabs', 'scarabs'],
  ['Delve', 'delve'],
  ['Something else', null],
  ['constructor', null],
])('without a view of its own the name "%s" selects the view %s', (name, view) => {
  expect(viewOf({ name, view: null })).toBe(view)
})

test.each(['any 20 scarabs', '{not json', '{"other":1}', '{"layout":null}', '{"layout":"dailies"}', '[1]', ''])(
  'extra without a readable layout is a note: %s',
  (extra) => {
    expect(readExtra(extra)).toEqual({ view: null, tab: null, note: extra })
  },
)

test('a text that the database cannot store is ignored', () => {
  expect(readExtra(String.raw`{"layout":{"tab":"a\u0000","note":"b"}}`)).toEqual({ view: null, tab: null, note: 'b' })
})

test('unknown views and texts of the wrong type are ignored individually', () => {
  const extra = JSON.stringify({ layout: { view: 'hologram', tab: 5, note: 'hello' } })
  expect(readExtra(extra)).toEqual({ view: null, tab: null, note: 'hello' })
})

test.each([
  { view: 'heist' as const, tab: null, note: 'rogue gear' },
  { view: null, tab: 'Every day', note: '' },
  { view: null, tab: null, note: '{"layout":{"view":"list"}}' },
])('a written extra is read back: %j', (layout) => {
  expect(readExtra(writeExtra(layout))).toEqual(layout)
})

test('a note alone is written unchanged', () => {
  expect(writeExtra({ view: null, tab: null, note: 'plain' })).toBe('plain')
})
