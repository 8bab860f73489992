import { describe, expect, test } from 'vitest'
import { hasBegun, rankTeams } from './team-ranks.ts'

const rank = (points: Record<number, number>) =>
  rankTeams(new Map(Object.entries(points).map(([id, total]) => [Number(id), total])), Object.keys(points).map(Number))

describe('teams', () => {
  test('are ordered by points, with the distances to the leader and to the next better team', () => {
    expect(rank({ 1: 100, 2: 300, 3: 250 })).toEqual([
      { team_id: 2, rank: 1, points: 300, to_leader: 0, to_next: -50, next_id: 3 },
      { team_id: 3, rank: 2, points: 250, to_leader: 50, to_next: 50, next_id: 2 },
      { team_id: 1, rank: 3, points: 100, to_leader: 200, to_next: 150, next_id: 3 },
    ])
  })

  test('share a rank at equal points; the next rank follows directly', () => {
    expect(rank({ 1: 10, 2: 10, 3: 5, 4: 1 }).map((team) => team.rank)).toEqual([1, 1, 2, 3])
    expect(rank({ 1: 9, 2: 9, 3: 9, 4: 5, 5: 5, 6: -2 }).map((team) => team.rank)).toEqual([1, 1, 1, 2, 2, 3])
  })

  test('with equal points are ordered by id, in any order of input', () => {
    const totals = new Map([
      [1, 5],
      [2, 7],
      [3, 7],
    ])
    expect(rankTeams(totals, [3, 1, 2])).toEqual(rankTeams(totals, [1, 2, 3]))
    expect(rankTeams(totals, [3, 1, 2]).map((team) => team.team_id)).toEqual([2, 3, 1])
  })

  test('with equal points are measured against the team above both', () => {
    expect(rank({ 1: 30, 2: 10, 3: 10 }).map(({ next_id, to_next }) => [next_id, to_next])).toEqual([
      [2, -20],
      [1, 20],
      [1, 20],
    ])
  })

  test('that lead together have no distance to each other', () => {
    expect(rank({ 1: 30, 2: 30, 3: 10 }).map(({ next_id, to_next, to_leader }) => [next_id, to_next, to_leader])).toEqual([
      [2, 0, 0],
      [1, 0, 0],
      [2, 20, 20],
    ])
  })

  test('start at zero without a score; a single team has no team to be compared with', () => {
    expect(rankTeams(new Map(), [4])).toEqual([{ team_id: 4, rank: 1, points: 0, to_leader: 0, to_next: 0, next_id: null }])
    expect(rankTeams(new Map(), [])).toEqual([])
  })
})

test('a competition has begun once any team has points, even negative ones', () => {
  expect(hasBegun(rank({ 1: 0, 2: 0 }))).toBe(false)
  expect(hasBegun(rank({ 1: 0, 2: 5 }))).toBe(true)
  expect(hasBegun(rank({ 1: 0, 2: -5 }))).toBe(true)
  expect(hasBegun([])).toBe(false)
})
