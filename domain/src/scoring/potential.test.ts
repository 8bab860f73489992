import { expect, test } from 'vitest'
import { readOwnPotential, sumPotential, type PotentialNode } from './potential.ts'

const aNode = (
  scoring_method: string | null,
  points: number[],
  more: Partial<PotentialNode> & { cap?: number } = {},
): PotentialNode => ({
  scoring_preset: scoring_method === null ? null : { scoring_method, points, point_cap: more.cap ?? 0 },
  team_score: more.team_score ?? new Map(),
  children: more.children ?? [],
})
const finished = new Map([
  [1, { points: 5, finished: true }],
  [2, { points: 0, finished: false }],
  [3, { points: 4, finished: true }],
])

test.each([
  { rule: 'PRESENCE: the first value', node: aNode('PRESENCE', [10, 5]), potential: 10 },
  { rule: 'POINTS_FROM_VALUE: the cap', node: aNode('POINTS_FROM_VALUE', [2], { cap: 300 }), potential: 300 },
  {
    rule: 'ranked: the value after all finished teams',
    node: aNode('RANKED_VALUE', [10, 6, 3, 1], { team_score: finished }),
    potential: 3,
  },
  { rule: 'ranked: the last value repeats', node: aNode('RANKED_TIME', [10, 6], { team_score: finished }), potential: 6 },
  {
    rule: 'BONUS_PER_COMPLETION: the sum over direct children without children',
    node: aNode('BONUS_PER_COMPLETION', [9, 4], {
      children: [aNode(null, []), aNode(null, []), aNode(null, [], { children: [aNode(null, [])] })],
    }),
    potential: 13,
  },
  { rule: 'BINGO_3: nothing', node: aNode('BINGO_3', [50]), potential: 0 },
  { rule: 'no preset: nothing', node: aNode(null, []), potential: 0 },
  { rule: 'an unknown method: nothing', node: aNode('LOTTERY', [50]), potential: 0 },
])('$rule', ({ node, potential }) => {
  expect(readOwnPotential(node, 2)).toBe(potential)
})

test('a team that finished a ranked node has its points there as potential', () => {
  expect(readOwnPotential(aNode('RANKED_TIME', [10, 6, 3], { team_score: finished }), 1)).toBe(5)
})

test('the potential of a node includes everything below it', () => {
  const leaf = aNode('PRESENCE', [10])
  expect(sumPotential(aNode('BONUS_PER_COMPLETION', [5, 2], { children: [leaf, leaf] }), 1)).toBe(27)
})
