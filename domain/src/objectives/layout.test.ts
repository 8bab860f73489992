import { expect, test } from 'vitest'
import { layoutOf, writeLayout } from './layout.ts'

test('a layout in extra decides, whatever the objective is called', () => {
  const extra = JSON.stringify({ layout: { view: 'dailies', tab: 'Every day', note: '24 hours each' } })
  expect(layoutOf({ name: 'Uniques', extra })).toEqual({ view: 'dailies', tab: 'Every day', note: '24 hours each' })
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
])('without a layout the name "%s" means the view %s, and extra is a note', (name, view) => {
  expect(layoutOf({ name, extra: 'any 20 scarabs' })).toEqual({ view, tab: null, note: 'any 20 scarabs' })
})

test.each(['{not json', '{"other":1}', '{"layout":null}', '{"layout":"dailies"}', '[1]', ''])(
  'extra without a readable layout is a note: %s',
  (extra) => {
    expect(layoutOf({ name: 'x', extra })).toEqual({ view: null, tab: null, note: extra })
  },
)

test('unknown views and texts of the wrong type are ignored one by one', () => {
  const extra = JSON.stringify({ layout: { view: 'hologram', tab: 5, note: 'hello' } })
  expect(layoutOf({ name: 'Gems', extra })).toEqual({ view: 'gems', tab: null, note: 'hello' })
})

test('what is written is read again', () => {
  const layout = { view: 'heist' as const, tab: null, note: 'rogue gear' }
  expect(layoutOf({ name: 'x', extra: writeLayout(layout) })).toEqual(layout)
  expect(writeLayout({ view: null, tab: null, note: 'plain' })).toBe('plain')
})
