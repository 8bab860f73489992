import type { ObjectiveType } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import type { Fact } from '../ledger.ts'
import { aFact, judgeAll, tally } from '../testing/builders.ts'
import { sumLatest } from './sum-latest.ts'

const rows: { rule: string; type: ObjectiveType; facts: Fact[]; number: number; timestamp: number | null }[] = [
  {
    rule: 'the latest values of all tabs are added; history is not',
    type: 'ITEM',
    facts: [
      aFact({ sequence: 1, number: 5 }),
      aFact({ sequence: 2, number: 7 }),
      aFact({ sequence: 3, number: 2, source: 'stash:b' }),
    ],
    number: 9,
    timestamp: 30,
  },
  {
    rule: 'an emptied tab adds 0, and its time no longer counts',
    type: 'ITEM',
    facts: [
      aFact({ sequence: 1, number: 5 }),
      aFact({ sequence: 2, number: 7, source: 'stash:b' }),
      aFact({ sequence: 3, number: 0, source: 'stash:b' }),
    ],
    number: 5,
    timestamp: 10,
  },
  {
    rule: 'if all tabs are empty the sum is 0 and has no time',
    type: 'ITEM',
    facts: [aFact({ sequence: 1, number: 5 }), aFact({ sequence: 2, number: 0 })],
    number: 0,
    timestamp: null,
  },
  {
    rule: 'tabs are distinguished by tab, not by owner',
    type: 'ITEM',
    facts: [aFact({ sequence: 1, number: 5, user_id: 1 }), aFact({ sequence: 2, number: 7, user_id: 1, source: 'stash:b' })],
    number: 12,
    timestamp: 20,
  },
  {
    rule: 'submissions: the latest of each player, not each submission',
    type: 'SUBMISSION',
    facts: [
      aFact({ sequence: 1, number: 5, user_id: 1, source: 'submission:1' }),
      aFact({ sequence: 2, number: 3, user_id: 1, source: 'submission:2' }),
      aFact({ sequence: 3, number: 4, user_id: 2, source: 'submission:3' }),
    ],
    number: 7,
    timestamp: 30,
  },
  {
    rule: 'players: the latest of each, including decreases',
    type: 'PLAYER',
    facts: [
      aFact({ sequence: 1, number: 90, user_id: 1, source: 'user:1' }),
      aFact({ sequence: 2, number: 80, user_id: 2, source: 'user:2' }),
      aFact({ sequence: 3, number: 0, user_id: 1, source: 'user:1' }),
    ],
    number: 80,
    timestamp: 30,
  },
  {
    rule: 'a team objective has one value, whichever player it names',
    type: 'TEAM',
    facts: [
      aFact({ sequence: 1, number: 90, user_id: 1, source: 'team:1' }),
      aFact({ sequence: 2, number: 95, user_id: 2, source: 'team:1' }),
    ],
    number: 95,
    timestamp: 20,
  },
  {
    rule: 'the latest is determined by time, then by record',
    type: 'ITEM',
    facts: [
      aFact({ sequence: 1, number: 5, timestamp: 30 }),
      aFact({ sequence: 2, number: 7, timestamp: 20 }),
      aFact({ sequence: 3, number: 6, timestamp: 30 }),
    ],
    number: 6,
    timestamp: 30,
  },
  {
    rule: 'a correction without a player is added to the other values',
    type: 'PLAYER',
    facts: [
      aFact({ sequence: 1, number: 9, user_id: 1, source: 'user:1' }),
      aFact({ sequence: 2, number: -4, source: 'correction:1' }),
    ],
    number: 5,
    timestamp: 20,
  },
]

test.each(rows)('SUM_LATEST: $rule', ({ type, facts, number, timestamp }) => {
  expect(tally(sumLatest, { objective_type: type, required_number: 7 }, facts)).toEqual({
    number,
    timestamp,
    user_id: null,
    finished: number >= 7,
  })
})

test('SUM_LATEST: without facts there is no result', () => {
  expect(tally(sumLatest, {}, [])).toBeNull()
})

test('SUM_LATEST: sums are capped at 2^53 - 1, and are exact again below it', () => {
  const most = Number.MAX_SAFE_INTEGER
  const facts = [aFact({ sequence: 1, number: most, source: 'stash:a' }), aFact({ sequence: 2, number: most, source: 'stash:b' })]
  expect(tally(sumLatest, {}, facts)?.number).toBe(most)
  expect(
    tally(sumLatest, {}, [
      ...facts,
      aFact({ sequence: 3, number: 7, source: 'stash:a' }),
      aFact({ sequence: 4, number: 1, source: 'stash:b' }),
    ])?.number,
  ).toBe(8)
})

test('SUM_LATEST: each fact has a verdict', () => {
  const facts = [
    aFact({ sequence: 1, number: 3 }),
    aFact({ sequence: 2, number: 4 }),
    aFact({ sequence: 3, number: 0, source: 'stash:b' }),
  ]
  expect(judgeAll(sumLatest, {}, facts)).toEqual(['superseded', 'counts', 'gone'])
})
