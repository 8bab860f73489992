import { expect, test } from 'vitest'
import { placeEndLabels } from './end-labels.ts'

const place = (tops: readonly number[], height = 100, line = 20) =>
  placeEndLabels(
    tops.map((top, index) => ({ team_id: index + 1, top })),
    height,
    line,
  ).map(({ team_id, top }) => [team_id, top])

test('names with enough room are beside their lines', () => {
  expect(place([70, 10])).toEqual([
    [2, 10],
    [1, 70],
  ])
})

test('overlapping names are pushed apart', () => {
  expect(place([50, 52, 55])).toEqual(
    [
      [1, 50],
      [2, 70],
      [3, 80],
    ].map(([team, top]) => [team, (top ?? 0) - (team === 1 ? 10 : team === 2 ? 10 : 0)]),
  )
})

test('names stay inside the chart', () => {
  expect(place([-5, 99])).toEqual([
    [1, 0],
    [2, 80],
  ])
})

test('if there are too many, the first ones are kept', () => {
  expect(
    place([90, 80, 70, 60, 50, 40, 30])
      .map(([team = 0]) => team)
      .toSorted((one, other) => one - other),
  ).toEqual([1, 2, 3, 4, 5])
})
