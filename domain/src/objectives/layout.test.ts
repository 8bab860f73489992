import { expect, test } from 'vitest'
import { noLayout, readExtra, viewOf, writeExtra } from './layout.ts'

test('a layout in extra is read, and its view has priority over the name', () => {
  const extra = JSON.stringify({ layout: { view: 'dailies', tab: 'Every day', note: '24 hours each' } })
  expect(readExtra(extra)).toEqual({ view: 'dailies', tab: 'Every day', note: '24 hours each', cell: null })
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
    expect(readExtra(extra)).toEqual({ ...noLayout, note: extra })
  },
)

test('a text that the database cannot store is ignored', () => {
  expect(readExtra(String.raw`{"layout":{"tab":"a\u0000","note":"b"}}`)).toEqual({ ...noLayout, note: 'b' })
})

test('unknown views and texts of the wrong type are ignored individually', () => {
  const extra = JSON.stringify({ layout: { view: 'hologram', tab: 5, note: 'hello' } })
  expect(readExtra(extra)).toEqual({ ...noLayout, note: 'hello' })
})

test.each([
  { view: 'heist' as const, note: 'rogue gear' },
  { tab: 'Every day' },
  { note: '{"layout":{"view":"list"}}' },
  { note: '2,0' },
  { cell: { row: 0, column: 2 }, note: 'any ring' },
  { cell: { row: 0, column: 2 } },
])('a written extra is read back: %j', (layout) => {
  const whole = { ...noLayout, ...layout }
  expect(readExtra(writeExtra(whole))).toEqual(whole)
})

test('a note alone is written unchanged', () => {
  expect(writeExtra({ ...noLayout, note: 'plain' })).toBe('plain')
})

test('a cell alone is "column,row", as existing servers write it', () => {
  expect(readExtra('2,0')).toEqual({ ...noLayout, cell: { row: 0, column: 2 } })
  expect(writeExtra({ ...noLayout, cell: { row: 0, column: 2 } })).toBe('2,0')
})

test.each(['2, 0', '20,0', '-1,0', '2,0,1', 'at 2,0'])('a text that is not a cell of a board is a note: %s', (note) => {
  expect(readExtra(note)).toEqual({ ...noLayout, note })
})
