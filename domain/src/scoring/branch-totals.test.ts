import { describe, expect, test } from 'vitest'
import { buildTree } from '../objectives/tree.ts'
import { countClaimed, sumBranches } from './branch-totals.ts'
import { sumTotals } from './rollup.ts'
import { anObjective, aScore } from './testing/builders.ts'
import type { TeamScore } from './score.ts'

// 1 has the branches 2 and 3; 2 has 20 and the branch 21 with 210; 3 has 30.
const parents = { 1: null, 2: 1, 3: 1, 20: 2, 21: 2, 210: 21, 30: 3 }
const { nodes } = buildTree(Object.entries(parents).map(([id, parent_id]) => anObjective({ id: Number(id), parent_id })))

const scoresOf = (entries: Record<number, Record<number, Partial<TeamScore>>>) =>
  new Map(
    Object.entries(entries).map(([id, teams]) => [
      Number(id),
      new Map(Object.entries(teams).map(([team, score]) => [Number(team), aScore(score)])),
    ]),
  )

describe('the total of a branch', () => {
  const scores = scoresOf({
    20: { 1: { points: 30 } },
    21: { 1: { points: 4 } },
    210: { 1: { points: 5 }, 2: { points: -7 } },
    30: { 2: { points: 1 } },
  })
  const totals = sumBranches(nodes, scores)

  test('is the sum of the points of the node and everything below it', () => {
    expect([210, 21, 2, 3, 1].map((id) => [totals.get(id)?.get(1), totals.get(id)?.get(2)])).toEqual([
      [5, -7],
      [9, -7],
      [39, -7],
      [undefined, 1],
      [39, -6],
    ])
  })

  test("is the team's total at the root", () => {
    expect(totals.get(1)).toEqual(sumTotals(scores))
  })

  test('ignores scores of objectives that are not in the tree', () => {
    expect(sumBranches(nodes, scoresOf({ 99: { 1: { points: 5 } } })).get(1)).toEqual(new Map())
    expect(sumBranches([], scores)).toEqual(new Map())
  })
})

describe('an objective', () => {
  test('is claimed once any team has finished it, and counts once in every branch above it', () => {
    const claimed = countClaimed(
      nodes,
      scoresOf({ 20: { 1: { finished: true }, 2: { finished: true } }, 210: { 1: { finished: false } }, 30: {} }),
    )
    expect([1, 2, 21, 210, 3].map((id) => claimed.get(id))).toEqual([
      [1, 3],
      [1, 2],
      [0, 1],
      [0, 1],
      [0, 1],
    ])
  })

  test('with parts is not counted, whatever its own score is', () => {
    expect(countClaimed(nodes, scoresOf({ 2: { 1: { finished: true } } })).get(1)).toEqual([0, 3])
  })

  test('is not the root of an empty event', () => {
    expect(countClaimed(buildTree([anObjective({ id: 1 })]).nodes, new Map())).toEqual(new Map())
  })
})
