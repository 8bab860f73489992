import { type Aggregation, aggregations } from '@muster/contract/objectives'
import { describe, expect, test } from 'vitest'
import { rules } from './aggregation-rules.ts'
import type { Outage } from './contest.ts'
import { findRange, type Source } from './holdings.ts'
import type { Score } from './points.ts'

const minute = 60_000
const nothing: Score = { points: 0, rank: 0, number: 0, finished: false, timestamp_s: null }
const score = (number: number, minutes: number, finished = true): Score => ({
  ...nothing,
  number,
  finished,
  timestamp_s: minutes * 60,
})
/** Tabs, each with what it shows from which minute on; a reader sees it within a minute. */
const tabs = (...shown: (readonly (readonly [minutes: number, number: number])[])[]): Source[] =>
  shown.map((changes) => ({ changes: changes.map(([minutes, number]) => ({ at: minutes * minute, number, wait_ms: minute })) }))

interface Example {
  readonly sources: readonly Source[]
  readonly required: number
  readonly right: readonly Score[]
  readonly wrong: readonly Score[]
}
/** The examples of docs/scoring.md, in minutes after 10:00; the window closes after two hours. */
const examples: Readonly<Record<Aggregation, Example>> = {
  EARLIEST: {
    sources: tabs(
      [
        [0, 2],
        [20, 4],
        [30, 0],
      ],
      [[5, 2]],
    ),
    required: 3,
    right: [score(4, 20), score(4, 21)],
    wrong: [nothing, score(4, 22), score(2, 0, false), score(4, 5)],
  },
  EARLIEST_FRESH_ITEM: {
    sources: tabs(
      [
        [0, 1],
        [60, 0],
      ],
      [[62, 1]],
    ),
    required: 1,
    right: [score(1, 0), score(1, 1)],
    wrong: [nothing, score(1, 62)],
  },
  MAXIMUM: {
    sources: tabs(
      [
        [0, 280],
        [30, 310],
      ],
      [[20, 310]],
    ),
    required: 300,
    right: [score(310, 20)],
    wrong: [score(310, 30), score(280, 0, false), score(310, 20, false), nothing],
  },
  MINIMUM: {
    sources: tabs(
      [
        [0, 4],
        [40, 0],
      ],
      [
        [20, 2],
        [30, 3],
      ],
    ),
    required: 1,
    right: [score(2, 20)],
    wrong: [score(0, 40, false), score(4, 0), score(2, 20, false), nothing],
  },
  SUM_LATEST: {
    sources: tabs(
      [
        [0, 30],
        [20, 25],
      ],
      [
        [10, 12],
        [30, 0],
      ],
    ),
    required: 20,
    right: [score(25, 20)],
    wrong: [score(37, 20), score(42, 10), score(25, 20, false), nothing],
  },
  DIFFERENCE_BETWEEN: {
    sources: tabs(
      [
        [-50, 900],
        [30, 1020],
      ],
      [[10, 5]],
    ),
    required: 1000,
    right: [score(125, 30)],
    wrong: [score(1025, 30), score(120, 30), score(125, 30, false), nothing],
  },
  NONE: { sources: tabs([[0, 1]]), required: 1, right: [nothing], wrong: [score(1, 0)] },
}

describe.each(aggregations)('%s', (aggregation) => {
  const { sources, required, right, wrong } = examples[aggregation]
  const judge = (found: Score) => {
    const window = { opens: 0, closes: 120 * minute, outages: [], isCalm: true }
    const objective = { objective_type: 'ITEM', required_number: required, valid_to: new Date(120 * minute).toISOString() }
    const sightings = sources.flatMap(({ changes }) =>
      changes
        .filter(({ at, number }) => number > 0 && at >= 0)
        .map(({ at, number, wait_ms }) => ({ earliest: at, latest: at + wait_ms, number, least: number, certain: true })),
    )
    return rules[aggregation]({ objective: objective as never, sightings, sources, window, end_ms: 180 * minute, found }).wrong
  }
  test('accepts the result of the rule book', () => expect(right.map(judge)).toEqual(right.map(() => null)))
  test('refuses every other one', () => expect(wrong.map(judge)).toEqual(wrong.map(() => expect.any(String))))
})

const isGone = tabs([
  [0, 1],
  [60, 0],
])
test('a fresh item that is gone scores no more', () => {
  const window = { opens: 0, closes: 120 * minute, outages: [], isCalm: true }
  const sightings = [{ earliest: 0, latest: minute, number: 1, least: 1, certain: true }]
  const judge = (found: Score) =>
    rules.EARLIEST_FRESH_ITEM({
      objective: { required_number: 1 } as never,
      sightings,
      sources: isGone,
      window,
      end_ms: window.closes,
      found,
    }).wrong
  expect([judge(nothing), judge(score(1, 0))]).toEqual([null, expect.any(String)])
})

test('a reader knows any number since the last certain look, and the one before where a page was lost', () => {
  const [source = { changes: [] }] = tabs([
    [0, 3],
    [10, 5],
    [20, 7],
  ])
  const at = (minutes: number, outages: readonly Outage[] = []) => {
    const { least, most, isSeen } = findRange(source, { opens: -minute, closes: minutes * minute, outages, isCalm: false })
    return [least, most, isSeen]
  }
  expect(at(0.5)).toEqual([0, 3, false])
  expect(at(15)).toEqual([5, 5, true])
  expect(at(20.5)).toEqual([5, 7, true])
  const silent: Outage = { from_ms: 9 * minute, to_ms: 25 * minute }
  expect(at(22, [silent])).toEqual([3, 7, true])
  expect(at(40, [silent])).toEqual([7, 7, true])
  expect(at(40, [{ ...silent, from_ms: 19.5 * minute, loses: true }])).toEqual([5, 7, true])
})

test('in a window only what was seen in it counts', () => {
  const [source = { changes: [] }] = tabs([[0, 3]])
  const from = (minutes: number) =>
    findRange(source, { opens: minutes * minute, closes: 60 * minute, outages: [], isCalm: false })
  expect(from(10)).toEqual({ least: 0, most: 0, isSeen: false })
  expect(from(0.5)).toEqual({ least: 0, most: 3, isSeen: false })
})

describe('a sum of reports and of what the game shows (decision 0080)', () => {
  const shown = (by: number | undefined, number: number): Source => ({ by, changes: [{ at: 0, number, wait_ms: minute }] })
  const reported = (by: number, number: number): Source => ({
    by,
    changes: [{ at: 0, number, wait_ms: 0 }],
    kind: 'reported',
  })
  const added: Source = { changes: [{ at: 0, number: 2, wait_ms: 0 }], kind: 'added' }
  const rows: readonly { name: string; sources: readonly Source[]; sum: number }[] = [
    { name: 'of each player the larger number counts', sources: [reported(1, 4), shown(1, 6), reported(2, 5)], sum: 11 },
    { name: 'several tabs of a player count together', sources: [shown(1, 3), shown(1, 4), reported(1, 5)], sum: 7 },
    {
      name: 'all that the game shows counts where it is more: a tab of the guild may hold what was reported',
      sources: [reported(1, 4), shown(1, 6), reported(2, 5), shown(undefined, 7)],
      sum: 13,
    },
    { name: 'additions of judges are always added', sources: [reported(1, 4), shown(1, 6), added], sum: 8 },
  ]
  test.each(rows)('$name', ({ sources, sum }) => {
    const objective = { objective_type: 'ITEM', required_number: 1 } as never
    const window = { opens: 0, closes: 120 * minute, outages: [], isCalm: true }
    const judgeNumber = (number: number) =>
      rules.SUM_LATEST({ objective, sightings: [], sources, window, end_ms: window.closes, found: score(number, 0) })
    expect(judgeNumber(sum)).toEqual({ wrong: null, isExact: true })
    expect(judgeNumber(sum + 1).wrong).toBe(`a sum of ${sum}`)
    expect(judgeNumber(sum - 1).wrong).toBe(`a sum of ${sum}`)
  })
})
