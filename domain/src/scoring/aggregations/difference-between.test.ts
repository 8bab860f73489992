import type { ObjectiveType } from '@muster/contract/objectives'
import { expect, test } from 'vitest'
import type { Fact } from '../ledger.ts'
import { aFact, aRule, judgeAll, tally } from '../testing/builders.ts'
import { differenceBetween } from './difference-between.ts'

const window = { valid_from: 100, valid_to: 200 }
const byTeam = (sequence: number, timestamp: number, number: number) => aFact({ sequence, timestamp, number, source: 'team:1' })
const byUser = (sequence: number, user_id: number, timestamp: number, number: number) =>
  aFact({ sequence, user_id, timestamp, number, source: `user:${user_id}` })

const rows: { rule: string; type: ObjectiveType; facts: Fact[]; number: number | null; timestamp: number | null }[] = [
  {
    rule: 'last value before the end minus last value before the start',
    type: 'TEAM',
    facts: [byTeam(1, 50, 10), byTeam(2, 90, 12), byTeam(3, 150, 20), byTeam(4, 190, 25)],
    number: 13,
    timestamp: 190,
  },
  {
    rule: 'without a value before the start the gain starts at 0',
    type: 'TEAM',
    facts: [byTeam(1, 150, 20)],
    number: 20,
    timestamp: 150,
  },
  {
    rule: 'a value exactly at the start is within the window',
    type: 'TEAM',
    facts: [byTeam(1, 99, 5), byTeam(2, 100, 8)],
    number: 3,
    timestamp: 100,
  },
  {
    rule: 'a value exactly at the end is too late',
    type: 'TEAM',
    facts: [byTeam(1, 150, 20), byTeam(2, 200, 90)],
    number: 20,
    timestamp: 150,
  },
  {
    rule: 'without a value before the end there is no result',
    type: 'TEAM',
    facts: [byTeam(1, 200, 20), byTeam(2, 250, 30)],
    number: null,
    timestamp: null,
  },
  {
    rule: 'a single value before the window is not a change',
    type: 'TEAM',
    facts: [byTeam(1, 50, 10)],
    number: 0,
    timestamp: 50,
  },
  {
    rule: 'of simultaneous values the one recorded later counts',
    type: 'TEAM',
    facts: [byTeam(1, 150, 20), byTeam(2, 150, 17)],
    number: 17,
    timestamp: 150,
  },
  { rule: 'a loss is negative', type: 'TEAM', facts: [byTeam(1, 50, 10), byTeam(2, 150, 4)], number: -6, timestamp: 150 },
  {
    rule: 'the gains of players are measured separately and added',
    type: 'PLAYER',
    facts: [byUser(1, 1, 50, 80), byUser(2, 2, 60, 20), byUser(3, 1, 150, 85), byUser(4, 2, 160, 40)],
    number: 25,
    timestamp: 160,
  },
  {
    rule: 'an emptied tab is a value of 0',
    type: 'ITEM',
    facts: [aFact({ sequence: 1, timestamp: 50, number: 5 }), aFact({ sequence: 2, timestamp: 150, number: 0 })],
    number: -5,
    timestamp: 150,
  },
]

test.each(rows)('DIFFERENCE_BETWEEN: $rule', ({ type, facts, number, timestamp }) => {
  const result = tally(differenceBetween, { ...window, objective_type: type }, facts, 150)
  expect({ number: result?.number ?? null, timestamp: result?.timestamp ?? null, user: result?.user_id ?? null }).toEqual({
    number,
    timestamp,
    user: null,
  })
})

test('DIFFERENCE_BETWEEN: finished once the end has passed, whatever the number', () => {
  const facts = [byTeam(1, 150, 20)]
  const rule = { ...window, objective_type: 'TEAM' as const, required_number: 1000 }
  expect([200, 201].map((now) => tally(differenceBetween, rule, facts, now)?.finished)).toEqual([false, true])
  expect(differenceBetween.turnsAfter(aRule(rule))).toBe(200)
})

test('DIFFERENCE_BETWEEN: requires both ends of the window', () => {
  expect(differenceBetween.refuses(aRule({ valid_from: 1 }))).toMatch(/valid_from and valid_to/)
  expect(differenceBetween.refuses(aRule({ valid_to: 1 }))).toMatch(/valid_from and valid_to/)
  expect(differenceBetween.refuses(aRule(window))).toBeNull()
})

test('DIFFERENCE_BETWEEN: a window that closes before it opens has no result, not a change of 0', () => {
  expect(differenceBetween.refuses(aRule({ valid_from: 200, valid_to: 100 }))).toMatch(/closes before it opens/)
})

test('DIFFERENCE_BETWEEN: each fact has a verdict', () => {
  const facts = [byTeam(1, 50, 1), byTeam(2, 90, 2), byTeam(3, 110, 3), byTeam(4, 120, 4), byTeam(5, 200, 5)]
  expect(judgeAll(differenceBetween, { ...window, objective_type: 'TEAM' }, facts)).toEqual([
    'superseded',
    'baseline',
    'superseded',
    'counts',
    'too_late',
  ])
})
