import { describe, expect, test } from 'vitest'
import { readOwnReachable, sumReachable, type ReachableNode } from './reachable.ts'

const now = 1000
const aNode = (
  scoring_method: string | null,
  points: number[],
  more: Partial<ReachableNode> & { cap?: number } = {},
): ReachableNode => ({
  scoring_preset: scoring_method === null ? null : { scoring_method, points, point_cap: more.cap ?? 0 },
  team_score: more.team_score ?? new Map(),
  valid_to: more.valid_to ?? null,
  children: more.children ?? [],
})
const done = (points: number) => new Map([[1, { points, finished: true }]])
const rivals = new Map([
  [2, { points: 10, finished: true }],
  [3, { points: 6, finished: true }],
])

test.each([
  { rule: 'PRESENCE pays the first value', node: aNode('PRESENCE', [10, 5]), reach: 10 },
  { rule: 'PRESENCE pays once, whatever bonus was added', node: aNode('PRESENCE', [10], { team_score: done(14) }), reach: 0 },
  { rule: 'ranked: the value of the free place', node: aNode('RANKED_TIME', [10, 6, 3, 1], { team_score: rivals }), reach: 3 },
  { rule: 'a place already taken adds nothing', node: aNode('RANKED_VALUE', [10, 6], { team_score: done(6) }), reach: 0 },
  {
    rule: 'a value pays up to its cap',
    node: aNode('POINTS_FROM_VALUE', [2], { cap: 300, team_score: new Map([[1, { points: 90, finished: true }]]) }),
    reach: 210,
  },
  { rule: 'a value without a cap counts as 0', node: aNode('POINTS_FROM_VALUE', [2]), reach: 0 },
  { rule: 'a closed window pays nothing', node: aNode('PRESENCE', [10], { valid_to: now - 1 }), reach: 0 },
  { rule: 'the last moment of a window counts', node: aNode('PRESENCE', [10], { valid_to: now }), reach: 10 },
  { rule: 'no preset pays nothing', node: aNode(null, []), reach: 0 },
  { rule: 'an unknown method pays nothing', node: aNode('LOTTERY', [9]), reach: 0 },
  { rule: 'a bingo counts as 0', node: aNode('BINGO_3', [9]), reach: 0 },
])('$rule', ({ node, reach }) => {
  expect(readOwnReachable(node, 1, now)).toBe(reach)
})

test('rivals that finish first take their places', () => {
  expect([0, 1, 2].map((ahead) => readOwnReachable(aNode('RANKED_TIME', [10, 6, 3]), 1, now, ahead))).toEqual([10, 6, 3])
})

describe('a parent that depends on its children', () => {
  const open = aNode('PRESENCE', [5])
  const found = aNode('PRESENCE', [5], { team_score: done(5) })
  const lost = aNode('PRESENCE', [5], { valid_to: now - 1 })

  test('still pays the bonuses after those already paid', () => {
    const set = aNode('BONUS_PER_COMPLETION', [0, 1, 2, 3], { children: [found, open, found, open] })
    expect(readOwnReachable(set, 1, now)).toBe(2 + 3)
  })

  test('pays no bonus for children that closed', () => {
    const set = aNode('BONUS_PER_COMPLETION', [1, 2, 3], { children: [found, lost, open] })
    expect(readOwnReachable(set, 1, now)).toBe(2)
  })

  test('pays nothing more once every child is finished', () => {
    expect(readOwnReachable(aNode('BONUS_PER_COMPLETION', [1, 2], { children: [found, found] }), 1, now)).toBe(0)
  })

  test('pays for completion only while every child can still be finished', () => {
    const set = (...children: ReachableNode[]) => aNode('RANKED_COMPLETION_TIME', [30, 20], { children })
    expect(readOwnReachable(set(found, open), 1, now)).toBe(30)
    expect(readOwnReachable(set(found, open, lost), 1, now)).toBe(0)
  })

  test('adds the points that its children still pay', () => {
    const set = aNode('BONUS_PER_COMPLETION', [0, 1], { children: [found, open, lost] })
    expect(sumReachable(set, 1, now)).toBe(1 + 5)
  })
})
