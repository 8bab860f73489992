import type { ScoreDiff } from '@muster/contract/scores'
import { noTimestamp } from '@muster/contract/scores'
import { expect, test } from 'vitest'
import { applyDiffs, nothingReceived } from '@muster/contract/received-scores'
import { diffBoards, listChangedFields, toWireScore } from './diff.ts'
import type { TeamScore } from './score.ts'
import { aScore } from './testing/builders.ts'

const old = aScore({ points: 5, user_id: 3, rank: 2, number: 4, finished: false, timestamp: 9_999 })

test.each<[string, Partial<TeamScore>]>([
  ['Points', { points: 6 }],
  ['UserId', { user_id: 4 }],
  ['UserId', { user_id: null }],
  ['Rank', { rank: 1 }],
  ['Number', { number: 5 }],
  ['Finished', { finished: true }],
  ['Timestamp', { timestamp: 20_000 }],
  ['ByRule', { by_rule: [] }],
])('G1: a changed %s is named', (field, change) => {
  expect(listChangedFields(old, { ...old, ...change })).toEqual([field])
})

test('changed fields are listed in wire order, and equal scores have none', () => {
  const next = aScore({ points: 6, user_id: 4, rank: 1, number: 5, finished: true, timestamp: 20_000 })
  expect(listChangedFields(old, next)).toEqual(['Points', 'UserId', 'Rank', 'Number', 'Finished', 'Timestamp'])
  expect(listChangedFields(old, { ...old })).toEqual([])
  const board = new Map([[2, new Map([[1, old]])]])
  expect(diffBoards(board, new Map([[2, new Map([[1, { ...old }]])]]))).toEqual([])
})

test('a score without player and time has no user_id and the time of year 1', () => {
  const score = toWireScore(aScore({ user_id: null, timestamp: null }))
  expect(score).toEqual({ points: 0, rank: 0, number: 1, finished: true, timestamp: noTimestamp })
})

const message = (team_id: number, points: number, sequence: number, diff_type: ScoreDiff['diff_type'] = 'Changed'): ScoreDiff =>
  ({
    objective_id: 2,
    team_id,
    diff_type,
    score: { points, rank: 0, number: 0, finished: false, timestamp: 0 },
    sequence,
  }) as ScoreDiff

test('every type but Removed sets the score', () => {
  const received = applyDiffs(nothingReceived, [
    message(1, 5, 1, 'Added'),
    message(2, 6, 2, 'Changed'),
    message(3, 7, 3, 'Unchanged'),
  ])
  expect([...(received.scores.get(2)?.values() ?? [])].map(({ points }) => points)).toEqual([5, 6, 7])
  expect(
    applyDiffs(received, [message(2, 6, 4, 'Removed')])
      .scores.get(2)
      ?.has(2),
  ).toBe(false)
})

test('messages that were already applied are ignored, however they overlap', () => {
  const received = applyDiffs(nothingReceived, [message(1, 5, 1), message(1, 9, 2)])
  expect(applyDiffs(received, [message(1, 5, 1)])).toBe(received)
  expect(
    applyDiffs(received, [message(1, 5, 1), message(1, 12, 3)])
      .scores.get(2)
      ?.get(1)?.points,
  ).toBe(12)
})

test('messages that overlap within one call end with the newest', () => {
  const received = applyDiffs(nothingReceived, [message(1, 5, 1), message(1, 9, 2), message(1, 5, 1)])
  expect(received.sequence).toBe(2)
  expect(received.scores.get(2)?.get(1)?.points).toBe(9)
})

test('several changes with the same number in one message are all applied', () => {
  const received = applyDiffs(nothingReceived, [message(1, 5, 1), message(2, 6, 1)])
  expect(received.scores.get(2)?.size).toBe(2)
})

test('unchanged objectives keep their map, so that pages redraw only what changed', () => {
  const other = { ...message(1, 5, 1), objective_id: 3 } as ScoreDiff
  const received = applyDiffs(nothingReceived, [other])
  expect(applyDiffs(received, [message(1, 5, 2)]).scores.get(3)).toBe(received.scores.get(3))
})
