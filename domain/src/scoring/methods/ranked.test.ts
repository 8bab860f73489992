import { expect, test } from 'vitest'
import type { Result } from '../aggregations/tally.ts'
import { aResult, anAwardInput } from '../testing/builders.ts'
import type { Scorer } from './method.ts'
import { rankedReverseScorer, rankedTimeScorer, rankedValueScorer } from './ranked.ts'

const at = (timestamp: number | null, number = 1): Result => aResult({ timestamp, number })
const open = (number: number): Result => aResult({ number, finished: false, timestamp: 1 })

const rows: { rule: string; method: Scorer; results: (Result | null)[]; places: (number | null)[] }[] = [
  { rule: 'RANKED_TIME: the earliest is first', method: rankedTimeScorer, results: [at(30), at(10), at(20)], places: [3, 1, 2] },
  {
    rule: 'RANKED_TIME: tied teams share a place, and the next place follows directly',
    method: rankedTimeScorer,
    results: [at(10), at(10), at(20), at(30)],
    places: [1, 1, 2, 3],
  },
  { rule: 'RANKED_TIME: the number is ignored', method: rankedTimeScorer, results: [at(10, 1), at(10, 9)], places: [1, 1] },
  {
    rule: 'RANKED_TIME: unfinished teams have no place',
    method: rankedTimeScorer,
    results: [open(9), at(10), null],
    places: [0, 1, null],
  },
  { rule: 'RANKED_TIME: an unknown time comes last', method: rankedTimeScorer, results: [at(null), at(10)], places: [2, 1] },
  {
    rule: 'RANKED_VALUE: the highest is first',
    method: rankedValueScorer,
    results: [at(10, 5), at(20, 9), at(30, 7)],
    places: [3, 1, 2],
  },
  {
    rule: 'RANKED_VALUE: of equal numbers the earlier leads',
    method: rankedValueScorer,
    results: [at(20, 9), at(10, 9), at(30, 9)],
    places: [2, 1, 3],
  },
  {
    rule: 'RANKED_VALUE: teams equal in both share a place',
    method: rankedValueScorer,
    results: [at(10, 9), at(10, 9), at(10, 8)],
    places: [1, 1, 2],
  },
  {
    rule: 'RANKED_VALUE: unfinished teams have no place',
    method: rankedValueScorer,
    results: [open(99), at(10, 5)],
    places: [0, 1],
  },
  {
    rule: 'RANKED_REVERSE: the lowest is first',
    method: rankedReverseScorer,
    results: [at(10, 5), at(20, 9), at(30, 3)],
    places: [2, 3, 1],
  },
  {
    rule: 'RANKED_REVERSE: of equal numbers the earlier leads',
    method: rankedReverseScorer,
    results: [at(20, 3), at(10, 3)],
    places: [2, 1],
  },
  {
    rule: 'E1: a lower but unfinished number does not affect the ranks of others',
    method: rankedReverseScorer,
    results: [open(1), at(10, 5), at(20, 6)],
    places: [0, 1, 2],
  },
]

test.each(rows)('$rule', ({ method, results, places }) => {
  const { scores } = method.award(anAwardInput([100, 50, 20], { results }))
  expect(scores.map((score) => score && score.rank)).toEqual(places)
  expect(scores.map((score) => score && score.points)).toEqual(places.map((place) => place && [0, 100, 50, 20][place]))
})

test('RANKED_TIME: beyond the list the last value repeats, and an empty list pays 0', () => {
  const results = [at(10), at(20), at(30)]
  expect(rankedTimeScorer.award(anAwardInput([7.5, 3.9], { results })).scores.map((score) => score?.points)).toEqual([7, 3, 3])
  expect(rankedTimeScorer.award(anAwardInput([], { results })).scores.map((score) => score?.points)).toEqual([0, 0, 0])
})

test('RANKED_TIME: unfinished teams keep their number', () => {
  expect(rankedTimeScorer.award(anAwardInput([5], { results: [open(4)] })).scores).toEqual([
    { points: 0, rank: 0, number: 4, finished: false, timestamp: 1, user_id: null },
  ])
})

test.each([rankedTimeScorer, rankedValueScorer, rankedReverseScorer])(
  "E2: the potential is the team's points, or the value of the place after all finished teams ($label)",
  (method) => {
    const input = { preset: { points: [10, 5, 2], point_cap: 0 }, points: 7, leaf_children: 0 }
    expect(method.potential({ ...input, finished: true, finished_teams: 2 })).toBe(7)
    expect([0, 1, 2, 9].map((finished_teams) => method.potential({ ...input, finished: false, finished_teams }))).toEqual([
      10, 5, 2, 2,
    ])
  },
)
