import { expect, test } from 'vitest'
import type { Fact } from '../ledger.ts'
import { aFact, judgeAll, tally } from '../testing/builders.ts'
import { earliestFreshItem } from './earliest-fresh-item.ts'

const rows: { rule: string; facts: Fact[]; timestamp: number | null }[] = [
  {
    rule: 'first finder and time count while the tab shows the item',
    facts: [aFact({ sequence: 1 }), aFact({ sequence: 2 })],
    timestamp: 10,
  },
  {
    rule: 'without a tab that shows the item there is no result',
    facts: [aFact({ sequence: 1 }), aFact({ sequence: 2, number: 0 })],
    timestamp: null,
  },
  {
    rule: 'the first time stays after the item moved to another tab',
    facts: [aFact({ sequence: 1 }), aFact({ sequence: 2, number: 0 }), aFact({ sequence: 3, source: 'stash:guild' })],
    timestamp: 10,
  },
  {
    rule: 'one tab that shows the item is enough',
    facts: [aFact({ sequence: 1 }), aFact({ sequence: 2, source: 'stash:b' }), aFact({ sequence: 3, number: 0 })],
    timestamp: 10,
  },
  {
    rule: 'a private or deleted tab counts as empty: its item is not fresh',
    facts: [aFact({ sequence: 1, source: 'stash:b' }), aFact({ sequence: 2, source: 'stash:b', number: 0, timestamp: 99 })],
    timestamp: null,
  },
  {
    rule: 'snapshots are ordered by time, then by record: an old snapshot that arrives late changes nothing',
    facts: [
      aFact({ sequence: 1, timestamp: 10 }),
      aFact({ sequence: 2, timestamp: 30 }),
      aFact({ sequence: 3, timestamp: 20, number: 0 }),
    ],
    timestamp: 10,
  },
  {
    rule: 'of two simultaneous snapshots the one recorded later is the newest',
    facts: [aFact({ sequence: 1, timestamp: 10 }), aFact({ sequence: 2, timestamp: 10, number: 0 })],
    timestamp: null,
  },
]

test.each(rows)('EARLIEST_FRESH_ITEM: $rule', ({ facts, timestamp }) => {
  expect(tally(earliestFreshItem, {}, facts)?.timestamp ?? null).toBe(timestamp)
})

test('EARLIEST_FRESH_ITEM: the fresh snapshot need not reach the required number', () => {
  const facts = [aFact({ sequence: 1, number: 5 }), aFact({ sequence: 2, number: 1 })]
  expect(tally(earliestFreshItem, { required_number: 5 }, facts)).toMatchObject({ number: 5, timestamp: 10, finished: true })
})

test('EARLIEST_FRESH_ITEM: the verdict on the first fact says that no tab shows the item now', () => {
  expect(judgeAll(earliestFreshItem, {}, [aFact({ sequence: 1 }), aFact({ sequence: 2, number: 0 })])).toEqual([
    'not_fresh',
    'gone',
  ])
})
