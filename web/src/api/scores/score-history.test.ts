import { describe, expect, test } from 'vitest'
import type { ScoreHistory } from '@muster/contract/scores'
import { compareWithAverage, readStep } from './score-history.ts'

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

test('differences to the average add up to zero at every moment', () => {
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
