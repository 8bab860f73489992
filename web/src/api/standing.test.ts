import { describe, expect, test } from 'vitest'
import type { ScoreHistory } from '@muster/contract/scores'
import { compareWithAverage, rankTeams, readStep } from './standing.ts'

const rank = (points: Record<number, number>) =>
  rankTeams(new Map(Object.entries(points).map(([id, total]) => [Number(id), total])), Object.keys(points).map(Number))

describe('standings', () => {
  test('go by points, with the distances to the leader and to the next better team', () => {
    expect(rank({ 1: 100, 2: 300, 3: 250 })).toEqual([
      { team_id: 2, rank: 1, points: 300, to_leader: 0, to_next: -50, next_id: 3 },
      { team_id: 3, rank: 2, points: 250, to_leader: 50, to_next: 50, next_id: 2 },
      { team_id: 1, rank: 3, points: 100, to_leader: 200, to_next: 150, next_id: 3 },
    ])
  })

  test('share a rank at equal points; the next rank follows directly', () => {
    expect(rank({ 1: 10, 2: 10, 3: 5 }).map(({ rank: place }) => place)).toEqual([1, 1, 2])
  })

  test('measure tied teams against the team above both', () => {
    expect(rank({ 1: 30, 2: 10, 3: 10 }).map(({ next_id, to_next }) => [next_id, to_next])).toEqual([
      [2, -20],
      [1, 20],
      [1, 20],
    ])
  })

  test('start at zero for teams without a score, and know a team that is alone', () => {
    expect(rankTeams(new Map(), [4])).toEqual([{ team_id: 4, rank: 1, points: 0, to_leader: 0, to_next: 0, next_id: null }])
    expect(rankTeams(new Map(), [])).toEqual([])
  })
})

describe('a step line', () => {
  const steps = [
    [100, 5],
    [200, 9],
    [200, 12],
    [300, 20],
  ] as const
  test.each([
    [99, 0],
    [100, 5],
    [199, 5],
    [200, 12],
    [1000, 20],
  ])('at %i is %i', (at, value) => {
    expect(readStep(steps, at)).toBe(value)
  })
})

test('differences to the average add up to nothing at every moment', () => {
  const history = {
    from: 0,
    to: 100,
    teams: [
      {
        team_id: 1,
        steps: [
          [0, 0],
          [50, 30],
        ],
      },
      {
        team_id: 2,
        steps: [
          [0, 0],
          [60, 10],
        ],
      },
    ],
  } as unknown as ScoreHistory
  const lines = compareWithAverage(history, 0, 100, 3)
  expect([...lines]).toEqual([
    [1, [0, 15, 10]],
    [2, [0, -15, -10]],
  ])
})
