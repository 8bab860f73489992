import { describe, expect, test } from 'vitest'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import { aScore } from '../../test-event.tsx'
import type { TeamScores } from './measure.ts'
import type { Order } from './category-search.ts'
import { orderCards } from './order.ts'

const aNode = (id: number, required_number: number, valid_to: number | null = null) =>
  ({
    item: { id, required_number, preset: null, further_presets: [], objective_type: 'ITEM', valid_to },
    children: [],
  }) as unknown as ObjectiveNode
const done = aScore({ number: 10, finished: true })
const at = (number: number) => aScore({ number })

const nodes = [aNode(1, 10), aNode(2, 10), aNode(3, 100), aNode(4, 10)]
const scores = new Map<number, TeamScores>([
  [
    1,
    new Map([
      [7, done],
      [8, at(1)],
    ]),
  ],
  [
    2,
    new Map([
      [7, at(2)],
      [8, at(9)],
    ]),
  ],
  [3, new Map([[7, at(90)]])],
  [4, new Map([[8, done]])],
])
const points = new Map([
  [2, 20],
  [3, 30],
  [4, 25],
])
const sort = (order: Order, watched_id: number | null, of = nodes) =>
  orderCards(of, order, {
    readScores: ({ item }) => [scores.get(item.id) ?? new Map()],
    readReachable: ({ item }) => points.get(item.id) ?? 0,
    team_ids: [7, 8],
    watched_id,
    now: 1000,
  })
const idsOf = (...input: Parameters<typeof sort>) => sort(...input).map(({ id }) => id)

describe('the order of cards', () => {
  test('can be that of the organisers', () => {
    expect(idsOf('event', 7)).toEqual([1, 2, 3, 4])
  })

  test("puts the watched team's next goals first, and its finished ones last", () => {
    expect(idsOf('closest', 7)).toEqual([3, 2, 4, 1])
  })

  test('uses the best team if no team is watched', () => {
    expect(idsOf('closest', null)).toEqual([2, 3, 1, 4])
  })

  test('puts the most available points first', () => {
    expect(idsOf('points', 7)).toEqual([3, 4, 2, 1])
  })

  test('by time puts the next to close first, then objectives that never close, then closed ones, newest first', () => {
    const timed = [aNode(1, 1, 400), aNode(2, 1), aNode(3, 1, 3000), aNode(4, 1, 900), aNode(5, 1, 2000)]
    expect(idsOf('time', 7, timed)).toEqual([5, 3, 2, 4, 1])
  })

  test('keeps closed ones after open ones, however near they were', () => {
    expect(idsOf('closest', 8, [aNode(2, 10, 999), aNode(1, 10)])).toEqual([1, 2])
  })

  test('counts a card as finished for the watched team, otherwise for all teams', () => {
    const finished = (watched: number | null) =>
      sort('event', watched)
        .filter(({ is_finished }) => is_finished)
        .map(({ id }) => id)
    expect(finished(7)).toEqual([1])
    expect(finished(8)).toEqual([4])
    expect(finished(null)).toEqual([])
  })
})
