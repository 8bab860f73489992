import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { expect, test } from 'vitest'
import type { Contest } from './contest.ts'
import { payAll, type Score } from './points.ts'
import { aNode, race } from '../testing/contest-nodes.ts'

const nothing: Score = { points: 0, rank: 0, number: 0, finished: false, timestamp_s: null }
const first = (at: number): Score => ({ points: 10, rank: 1, number: 1, finished: true, timestamp_s: Math.floor(at / 1000) })

const contest: Contest = {
  realm: 'pc',
  start_ms: 0,
  end_ms: 36_000_000,
  root: aNode(1, { objective_type: 'CATEGORY', scoring_preset_id: null, children: [aNode(2, {})] }),
  presets: [race as ScoringPreset],
  team_ids: [11, 12],
}

test.each<{ method: string; parameters?: PresetParameters; rule: string; paid: readonly number[]; own: number[][] }>([
  {
    method: 'RANKED_COMPLETION_TIME',
    rule: 'ranks teams by the child that is required',
    parameters: { required_percent: 50, required_children: 4 },
    paid: [10, 10, 10, 10],
    own: [
      [20, 1],
      [5, 2],
    ],
  },
  {
    method: 'RANKED_COMPLETION_TIME',
    rule: 'ranks no team if more children are required than there are',
    parameters: { required_children: 5 },
    paid: [10, 10, 10, 10],
    own: [
      [0, 0],
      [0, 0],
    ],
  },
  {
    method: 'RANKED_CHILD_SUM',
    rule: 'ranks teams by the numbers of their children, and equal teams by time',
    paid: [10, 10, 10, 10],
    own: [
      [5, 2],
      [20, 1],
    ],
  },
  {
    method: 'RANKED_COMPLETION_TIME',
    rule: 'ranks teams by their last child',
    paid: [10, 10, 10, 10],
    own: [
      [5, 2],
      [20, 1],
    ],
  },
  {
    method: 'BINGO_3',
    rule: 'ranks teams by their third child and retracts points of later ones',
    paid: [10, 10, 10, 0],
    own: [
      [20, 1],
      [5, 2],
    ],
  },
  {
    method: 'BINGO_BOARD',
    rule: 'ranks teams by their first line; two children of a 2 x 2 board are one',
    paid: [10, 10, 10, 10],
    own: [
      [20, 1],
      [5, 2],
    ],
  },
])('$method $rule', ({ method, parameters, paid, own }) => {
  const present = { ...race, scoring_method: 'PRESENCE' } as unknown as ScoringPreset
  const set = {
    ...race,
    id: 2,
    scoring_method: method,
    type: 'CATEGORY',
    points: [20, 5],
    parameters,
  } as unknown as ScoringPreset
  const ids = [3, 4, 5, 6]
  const children = ids.map((id) => aNode(id, { objective_type: 'SUBMISSION' }))
  const root = aNode(2, { objective_type: 'CATEGORY', scoring_preset_id: 2 as never, children })
  const seconds: Record<number, readonly number[]> = { 0: [600, 1200, 1800, 3600], 1: [1000, 1500, 1900, 2000] }
  const shown = (id: number, team: number): Score => ({
    ...first((seconds[team]?.[id - 3] ?? 0) * 1000),
    rank: 0,
    points: paid[id - 3] ?? 0,
  })
  const { of } = payAll({ ...contest, root, presets: [present, set] }, { of: shown }, [])
  expect(ids.map((id) => of(id, 0).points)).toEqual(paid)
  expect([of(2, 0), of(2, 1)].map(({ points, rank }) => [points, rank])).toEqual(own)
})

test('POINTS_PER_UNIT pays a value for each unit, with decimals and up to the cap', () => {
  const units = { ...race, scoring_method: 'POINTS_PER_UNIT', points: [10.1, 0.7], point_cap: 20 } as unknown as ScoringPreset
  const payFor = (number: number) =>
    payAll({ ...contest, presets: [units] }, { of: () => ({ ...first(0), number }) }, []).of(2, 0).points
  expect([-1, 0, 1, 2, 8, 15, 1_000_000_000].map(payFor)).toEqual([0, 0, 10, 10, 15, 19, 20])
})

test('POINTS_BY_THRESHOLD pays the value of the highest threshold reached', () => {
  const steps = {
    ...race,
    scoring_method: 'POINTS_BY_THRESHOLD',
    points: [1, 2, 4],
    parameters: { thresholds: [50, 75, 90] },
  } as unknown as ScoringPreset
  const payFor = (number: number) =>
    payAll({ ...contest, presets: [steps] }, { of: () => ({ ...first(0), number }) }, []).of(2, 0).points
  expect([-1, 49, 50, 74, 75, 90, 5000].map(payFor)).toEqual([0, 0, 1, 1, 2, 4, 4])
})

test('SHARED_BY_FINISHERS pays all finished teams the value at their number', () => {
  const shared = { ...race, scoring_method: 'SHARED_BY_FINISHERS', points: [60, 30] } as unknown as ScoringPreset
  const payTeams = (finishers: readonly number[]) => {
    const of = (_: number, team: number): Score => (finishers.includes(team) ? first(0) : nothing)
    const paid = payAll({ ...contest, presets: [shared] }, { of }, [])
    return [0, 1].map((team) => paid.of(2, team).points)
  }
  expect([[], [1], [0, 1]].map(payTeams)).toEqual([
    [0, 0],
    [0, 60],
    [30, 30],
  ])
})

test('points by hand are added to the root', () => {
  const root = { ...aNode(1, { objective_type: 'CATEGORY', aggregation: 'NONE' }), scoring_preset_id: null }
  const nothing: Score = { points: 0, rank: 0, number: 0, finished: false, timestamp_s: null }
  const by_hand = [
    { team: 1, points: 20 },
    { team: 1, points: -27 },
  ]
  const { of } = payAll({ ...contest, root }, { of: () => nothing }, by_hand)
  expect([of(1, 0).points, of(1, 1).points]).toEqual([0, -7])
})
