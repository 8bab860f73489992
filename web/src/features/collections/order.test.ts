import type { Score } from '@muster/contract/scores'
import { describe, expect, test } from 'vitest'
import type { ObjectiveNode } from '../../api/score-tree.ts'
import { type CollectionOrder, orderCollections } from './order.ts'

const preset = {
  id: 1,
  name: '',
  description: '',
  points: [30, 20, 10],
  point_cap: 0,
  scoring_method: 'RANKED_TIME',
  type: 'OBJECTIVE',
}
const aNode = (id: number, required_number: number) =>
  ({ item: { id, required_number, preset }, children: [] }) as unknown as ObjectiveNode
const aScore = (number: number, finished = false): Score => ({
  points: finished ? 30 : 0,
  rank: 0,
  number,
  finished,
  timestamp: 0,
})

const nodes = [aNode(1, 10), aNode(2, 10), aNode(3, 100), aNode(4, 10)]
const scores = new Map<number, Map<number, Score>>([
  [
    1,
    new Map([
      [7, aScore(10, true)],
      [8, aScore(1)],
    ]),
  ],
  [
    2,
    new Map([
      [7, aScore(2)],
      [8, aScore(9)],
    ]),
  ],
  [3, new Map([[7, aScore(90)]])],
  [4, new Map([[8, aScore(10, true)]])],
])
const sort = (order: CollectionOrder, own: number | null) =>
  orderCollections(nodes, (id) => scores.get(id) ?? new Map(), [7, 8], own, order)
const idsOf = (order: CollectionOrder, own: number | null) => sort(order, own).map(({ id }) => id)

describe('the order of collections', () => {
  test('is the organisers’ by default', () => {
    expect(idsOf('event', 7)).toEqual([1, 2, 3, 4])
  })

  test('puts what the own team is nearest to finish first, and what it has finished last', () => {
    expect(idsOf('closest', 7)).toEqual([3, 2, 4, 1])
  })

  test('looks at the best team for those without one', () => {
    expect(idsOf('closest', null)).toEqual([2, 3, 1, 4])
  })

  test('puts the points that are still to be had first', () => {
    expect(idsOf('points', 7)).toEqual([2, 3, 4, 1])
  })

  test('counts a card as finished for the own team, else for all teams', () => {
    const finished = (own: number | null) =>
      sort('event', own)
        .filter(({ is_finished }) => is_finished)
        .map(({ id }) => id)
    expect(finished(7)).toEqual([1])
    expect(finished(8)).toEqual([4])
    expect(finished(null)).toEqual([])
  })
})
