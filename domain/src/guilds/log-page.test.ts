import type { GuildLogLine } from '@muster/contract/guilds'
import { describe, expect, test } from 'vitest'
import { readItemText, readLogPage } from './log-page.ts'

const aLine = (line: Partial<GuildLogLine> = {}): GuildLogLine => ({
  id: '77',
  time: 1000,
  league: 'Muster (PL1)',
  stash: 'drops',
  item: '20× Chaos Orb',
  action: 'added',
  account: { name: 'Wraeclaster#4821' },
  x: 3,
  y: 11,
  ...line,
})
const read = (...entries: GuildLogLine[]) => readLogPage({ entries, truncated: false }, 'Muster (PL1)', 253_402_300_799_000)

test.each([
  ['20× Chaos Orb', { item_name: 'Chaos Orb', number: 20 }],
  ['Tabula Rasa Simple Robe', { item_name: 'Tabula Rasa Simple Robe', number: 1 }],
  ['20x Chaos Orb', { item_name: '20x Chaos Orb', number: 1 }],
  ['9999999999× Chaos Orb', { item_name: 'Chaos Orb', number: 2_147_483_647 }],
  ['× Chaos Orb', { item_name: '× Chaos Orb', number: 1 }],
  ['3× ', { item_name: '3× ', number: 1 }],
])('the item text %j is %j', (text, expected) => {
  expect(readItemText(text)).toEqual(expected)
})

test('a line of the league is read with milliseconds and without its count', () => {
  expect(read(aLine()).entries).toEqual([
    {
      entry_id: 77,
      timestamp: 1_000_000,
      account_name: 'Wraeclaster#4821',
      action: 'added',
      item_name: 'Chaos Orb',
      number: 20,
      stash_name: 'drops',
      x: 3,
      y: 11,
    },
  ])
})

describe('a missing property', () => {
  test.each<[string, Partial<GuildLogLine>]>([
    ['no number', { id: 'abc' }],
    ['a number below one', { id: '0' }],
    ['a number too large for its column', { id: '99999999999999999' }],
    ['no time', { time: null }],
    ['a fractional time', { time: 1.5 }],
    ['a time beyond all dates', { time: 10 ** 15 }],
    ['no item', { item: '' }],
  ])('%s makes a line unreadable, and it is counted', (_, line) => {
    expect(read(aLine(line))).toMatchObject({ entries: [], unreadable: 1, foreign: 0, extent: null })
  })

  test('a tab, an account, a place or a known action may be missing', () => {
    const bare = aLine({ stash: null, account: null, x: null, y: 2 ** 40, action: 'moved' })
    expect(read(bare).entries).toMatchObject([{ stash_name: null, account_name: '', x: 0, y: 0, action: 'modified' }])
  })
})

test('lines of other leagues are counted and left out, but the page covers them', () => {
  const page = read(aLine({ id: '5', time: 10 }), aLine({ id: '9', time: 30, league: 'Standard' }), aLine({ id: '7', time: 20 }))
  expect(page).toMatchObject({
    foreign: 1,
    unreadable: 0,
    extent: { oldest_entry_id: 5, newest_entry_id: 9, oldest_at: 10_000, newest_at: 30_000 },
  })
  expect(page.entries.map((entry) => entry.entry_id)).toEqual([5, 7])
})

test('a repeated line of one page counts once', () => {
  expect(read(aLine(), aLine()).entries).toHaveLength(1)
})
