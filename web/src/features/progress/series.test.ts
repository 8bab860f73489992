import type { ScoreHistory } from '@muster/contract/scores'
import { describe, expect, test } from 'vitest'
import { buildSeries, countGains, subtractAverage } from './series.ts'

const history = {
  from: 0,
  to: 100,
  teams: [
    {
      team_id: 1,
      steps: [
        [0, 0],
        [20, 10],
        [60, 30],
      ],
    },
    {
      team_id: 2,
      steps: [
        [0, 0],
        [40, 20],
        [80, 15],
      ],
    },
  ],
} as unknown as ScoreHistory
const linesOf = (...input: Parameters<typeof buildSeries>) => {
  const { times, lines } = buildSeries(...input)
  return [times, lines.get(1), lines.get(2)]
}

describe('the lines of a chart', () => {
  test('have a moment for every gain and loss of a team, and at both ends', () => {
    expect(linesOf(history, { from: 0, to: 100 }, null)).toEqual([
      [0, 20, 40, 60, 80, 100],
      [0, 10, 10, 30, 30, 30],
      [0, 0, 20, 20, 15, 15],
    ])
  })

  test('of a period begin and end with the values at its ends', () => {
    expect(linesOf(history, { from: 30, to: 70 }, null)).toEqual([
      [30, 40, 60, 70],
      [10, 10, 30, 30],
      [0, 20, 20, 20],
    ])
  })

  test('end with live totals newer than the history', () => {
    const live = { now: 100, totals: new Map([[1, 44]]) }
    expect(linesOf(history, { from: 70, to: 100 }, live)).toEqual([
      [70, 80, 100],
      [30, 30, 44],
      [20, 15, 15],
    ])
  })

  test('against the average add up to nothing, except for rounding', () => {
    const { lines } = subtractAverage(buildSeries(history, { from: 0, to: 100 }, null))
    expect([lines.get(1), lines.get(2)]).toEqual([
      [0, 5, -5, 5, 8, 8],
      [0, -5, 5, -5, -7, -7],
    ])
  })
})

test('gains are counted by slices of time, all teams together, without losses', () => {
  expect(countGains(history, 0, 100, 5)).toEqual([0, 10, 20, 20, 0])
})

test('a gain at the very end belongs to the last slice, and one before the beginning to none', () => {
  expect(countGains(history, 30, 60, 3)).toEqual([0, 20, 20])
})
