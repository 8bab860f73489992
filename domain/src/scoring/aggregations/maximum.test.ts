import { expect, test } from 'vitest'
import type { Fact } from '../ledger.ts'
import { aFact, judgeAll, tally } from '../testing/builders.ts'
import { maximum } from './maximum.ts'

const byUser = (sequence: number, user_id: number | null, number: number, timestamp = sequence * 10): Fact =>
  aFact({ sequence, user_id, source: `user:${user_id}`, number, timestamp })

const rows: { rule: string; facts: Fact[]; number: number; timestamp: number; user_id: number | null }[] = [
  {
    rule: 'the highest number of any player counts',
    facts: [byUser(1, 7, 3), byUser(2, 8, 9)],
    number: 9,
    timestamp: 20,
    user_id: 8,
  },
  { rule: 'a later drop changes nothing', facts: [byUser(1, 7, 9), byUser(2, 7, 3)], number: 9, timestamp: 10, user_id: 7 },
  {
    rule: 'of equal numbers the earliest counts',
    facts: [byUser(1, 7, 9, 50), byUser(2, 8, 9, 40)],
    number: 9,
    timestamp: 40,
    user_id: 8,
  },
  {
    rule: 'of equal simultaneous numbers the smaller user id counts',
    facts: [byUser(1, 9, 5, 10), byUser(2, 2, 5, 10)],
    number: 5,
    timestamp: 10,
    user_id: 2,
  },
  {
    rule: 'a named player comes before an unnamed one',
    facts: [byUser(1, null, 5, 10), byUser(2, 2, 5, 10)],
    number: 5,
    timestamp: 10,
    user_id: 2,
  },
  { rule: 'negative numbers are allowed', facts: [byUser(1, 1, -5), byUser(2, 1, -3)], number: -3, timestamp: 20, user_id: 1 },
]

test.each(rows)('MAXIMUM: $rule', ({ facts, number, timestamp, user_id }) => {
  expect(tally(maximum, { objective_type: 'PLAYER', required_number: 5 }, facts)).toEqual({
    number,
    timestamp,
    user_id,
    finished: number >= 5,
  })
})

test('MAXIMUM: an empty tab has no number', () => {
  expect(
    tally(maximum, { required_number: -9 }, [aFact({ sequence: 1, number: -4 }), aFact({ sequence: 2, number: 0 })])?.number,
  ).toBe(-4)
})

test('MAXIMUM: numbers above 32 bits are allowed', () => {
  expect(
    tally(maximum, {}, [aFact({ sequence: 1, number: 5_000_000_000 }), aFact({ sequence: 2, number: 4_250_334_444 })])?.number,
  ).toBe(5_000_000_000)
})

test('MAXIMUM: each fact has a verdict', () => {
  const facts = [byUser(1, 1, 3), byUser(2, 1, 9), byUser(3, 1, 9)]
  expect(judgeAll(maximum, { objective_type: 'PLAYER' }, facts)).toEqual(['not_highest', 'counts', 'not_first'])
})
