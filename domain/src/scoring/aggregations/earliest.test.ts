import { expect, test } from 'vitest'
import type { Fact } from '../ledger.ts'
import { aFact, judgeAll, tally } from '../testing/builders.ts'
import { earliest } from './earliest.ts'

const rows: { rule: string; required_number: number; facts: Fact[]; counts: number }[] = [
  {
    rule: 'the earliest fact that reaches the required number counts',
    required_number: 3,
    facts: [aFact({ sequence: 1, number: 2 }), aFact({ sequence: 2, number: 3 }), aFact({ sequence: 3, number: 9 })],
    counts: 2,
  },
  {
    rule: 'a fact recorded late still counts by its own time',
    required_number: 1,
    facts: [aFact({ sequence: 1, timestamp: 50 }), aFact({ sequence: 2, timestamp: 40 })],
    counts: 2,
  },
  {
    rule: 'of simultaneous facts the larger number counts',
    required_number: 1,
    facts: [
      aFact({ sequence: 1, timestamp: 10, number: 1 }),
      aFact({ sequence: 2, timestamp: 10, number: 2, source: 'stash:b' }),
    ],
    counts: 2,
  },
  {
    rule: 'of simultaneous facts with equal numbers the smaller user id counts',
    required_number: 1,
    facts: [
      aFact({ sequence: 1, timestamp: 10, user_id: 9 }),
      aFact({ sequence: 2, timestamp: 10, user_id: 4, source: 'stash:b' }),
      aFact({ sequence: 3, timestamp: 10, user_id: null, source: 'stash:c' }),
    ],
    counts: 2,
  },
  {
    rule: 'if none reaches it, the largest number counts, at its first appearance',
    required_number: 10,
    facts: [
      aFact({ sequence: 1, number: 2 }),
      aFact({ sequence: 2, number: 4 }),
      aFact({ sequence: 3, number: 4 }),
      aFact({ sequence: 4, number: 1 }),
    ],
    counts: 2,
  },
  {
    rule: 'a finished fact always beats an unfinished one, whatever their numbers',
    required_number: 2_000_000,
    facts: [aFact({ sequence: 1, number: 1_999_999 }), aFact({ sequence: 2, number: 2_000_000 })],
    counts: 2,
  },
  {
    rule: 'numbers of different tabs and players are never added',
    required_number: 5,
    facts: [aFact({ sequence: 1, number: 3, source: 'stash:a' }), aFact({ sequence: 2, number: 4, source: 'stash:b' })],
    counts: 2,
  },
  {
    rule: 'the result stays when the tab no longer shows the item',
    required_number: 1,
    facts: [aFact({ sequence: 1, number: 1 }), aFact({ sequence: 2, number: 0 })],
    counts: 1,
  },
]

test.each(rows)('EARLIEST: $rule', ({ required_number, facts, counts }) => {
  const fact = facts.find(({ sequence }) => sequence === counts)
  expect(tally(earliest, { required_number }, facts)).toEqual({
    number: fact?.number,
    timestamp: fact?.timestamp,
    user_id: fact?.user_id,
    finished: (fact?.number ?? 0) >= required_number,
  })
})

test('EARLIEST: the reported number is the real one, not capped at the required number', () => {
  expect(tally(earliest, { required_number: 2 }, [aFact({ sequence: 1, number: 40 })])?.number).toBe(40)
})

test('EARLIEST: a team without facts, or with only empty tabs, has no result', () => {
  expect(tally(earliest, {}, [])).toBeNull()
  expect(tally(earliest, {}, [aFact({ sequence: 1, number: 0 })])).toBeNull()
})

test('EARLIEST: a player or a submission may have the number 0', () => {
  expect(
    tally(earliest, { objective_type: 'PLAYER', required_number: 0 }, [aFact({ sequence: 1, number: 0, source: 'user:1' })]),
  ).toMatchObject({
    number: 0,
    finished: true,
  })
})

test('EARLIEST: each fact has a verdict', () => {
  const facts = [
    aFact({ sequence: 1, number: 1 }),
    aFact({ sequence: 2, number: 2 }),
    aFact({ sequence: 3, number: 3 }),
    aFact({ sequence: 4, number: 0 }),
  ]
  expect(judgeAll(earliest, { required_number: 2 }, facts)).toEqual(['not_reached', 'counts', 'not_first', 'gone'])
})

test('EARLIEST: of facts that differ only in their ledger number the receipt names the first, in any order of arrival', () => {
  const twins = [aFact({ sequence: 1, timestamp: 10 }), aFact({ sequence: 2, timestamp: 10, source: 'stash:b' })]
  expect(judgeAll(earliest, {}, twins)).toEqual(['counts', 'not_first'])
  expect(judgeAll(earliest, {}, twins.toReversed())).toEqual(['not_first', 'counts'])
})
