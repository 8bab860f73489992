import type { Score } from '@muster/contract/scores'
import type { UserId } from '@muster/contract/ids'
import { expect, test } from 'vitest'
import { countPodiums, rankInTeam, summariseEvent, summariseObjective } from './event-summary.ts'
import { aCategory, anObjective } from './testing/builders.ts'

const score = (points: number, user_id: number): Score => ({
  points,
  rank: 1,
  number: 1,
  finished: true,
  timestamp: 0,
  user_id: user_id as UserId,
})
const items = [
  aCategory({ id: 1 }),
  anObjective({ id: 2, parent_id: 1 }),
  anObjective({ id: 3, parent_id: 1, valid_from: 100 }),
  anObjective({ id: 4, parent_id: 3 }),
  aCategory({ id: 5, parent_id: 1, name: 'Personal Objectives' }),
  anObjective({ id: 6, parent_id: 5, aggregation: 'MAXIMUM' }),
  anObjective({ id: 7, parent_id: 5, valid_to: 200 }),
]
const scores = new Map([2, 3, 4, 6, 99].map((id) => [id, new Map([[10, score(id, 7)]])] as const))
const shown = { objectives_shown: 'at_once', event_start_time: 0 } as const
const at = (now: number) => {
  const { ranked, given, changes_at } = summariseEvent(items, shown, scores, [10, 20], now)
  return [ranked.map(({ points }) => points), given.get(7)?.map(({ objective_id }) => objective_id), changes_at]
}

test('an event is summarised as its pages show it, until the next objective opens or hidden personal totals are revealed', () => {
  expect(at(0)).toEqual([[2, 0], [2], 100])
  expect(at(100)).toEqual([[9, 0], [4, 3, 2], 200])
  expect(at(200)).toEqual([[15, 0], [6, 4, 3, 2], null])
})

test('members of a team are ranked by the points they earned; equal sums share a rank', () => {
  const board = new Map([
    [
      2,
      new Map([
        [10, score(9, 7)],
        [20, score(90, 5)],
      ]),
    ],
    [3, new Map([[10, score(4, 8)]])],
    [
      4,
      new Map([
        [10, score(9, 9)],
        [20, score(50, 8)],
      ]),
    ],
  ])
  const summary = summariseEvent(items, shown, board, [10, 20], 500)
  expect([7, 9, 8, 5].map((user) => rankInTeam(summary, 10, user))).toEqual([1, 1, 2, null])
})

test.each([
  [1, 4, true, { wins: 1, podiums: 1 }],
  [3, 4, true, { wins: 0, podiums: 1 }],
  [3, 3, true, { wins: 0, podiums: 0 }],
  [2, 2, true, { wins: 0, podiums: 0 }],
  [4, 9, true, { wins: 0, podiums: 0 }],
  [null, 4, true, { wins: 0, podiums: 0 }],
  [1, 4, false, { wins: 0, podiums: 0 }],
])('rank %s of %s teams, ended: %s', (rank, teams, has_ended, expected) => {
  expect(
    countPodiums([
      { has_ended, team: { rank, teams } },
      { has_ended, team: null },
    ]),
  ).toEqual(expected)
})

test('the sum of an objective includes everything below it; an objective that is not open has no sum', () => {
  const on = (id: number, now: number) => summariseObjective(id, items, shown, scores, [10, 20], now)
  expect(on(3, 99)).toBeNull()
  expect(on(404, 100)).toBeNull()
  expect(on(3, 100)?.ranked.map(({ points }) => points)).toEqual([7, 0])
  expect(on(1, 200)?.ranked.map(({ points }) => points)).toEqual(at(200)[0])
})
