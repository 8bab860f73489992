import { describe, expect, test } from 'vitest'
import { describeGoal, type GoalInput } from './goals.ts'
import type { TaskNode } from './tasks.ts'
import { aNode, type GivenNode } from './testing/task-node.ts'

const now = 1_000_000_000
const hour = 3_600_000
const places = ['RANKED_TIME', 30, 20, 10] as const
const input: GoalInput = { team_id: 1, team_ids: [1, 2, 3, 4], now, ends_at: now + 24 * hour, hidesProgress: () => false }
const goalOf = (node: TaskNode, more: Partial<GoalInput> = {}) => describeGoal(node, { ...input, ...more })

describe('an objective', () => {
  test("has the team's progress, the points left, the number of places taken, and the nearest rival", () => {
    const node = aNode({ pays: places, required_number: 10, valid_to: now + hour, has: { 1: 7, 2: 'done', 3: 9, 4: 2 } })
    expect(goalOf(node)).toEqual({
      objective_id: node.id,
      state: 'open',
      done: 7,
      of: 10,
      missing_ids: [],
      points: 20,
      finished_teams: 1,
      rival: { team_id: 3, missing: 1 },
      opens_at: null,
      closes_at: now + hour,
    })
  })

  test.each<[string, GivenNode, Partial<GoalInput>]>([
    ['done', { has: { 1: 'done' } }, {}],
    ['done', { has: { 1: 'done' }, valid_to: now - 1 }, {}],
    ['closed', { valid_to: now - 1 }, {}],
    ['closed', {}, { ends_at: now }],
    ['later', { valid_from: now + 1 }, {}],
    ['open', { valid_from: now, valid_to: now }, {}],
  ])('is %s, and pays nothing unless it is open', (state, given, more) => {
    const goal = goalOf(aNode({ pays: places, ...given }), more)
    expect([goal.state, goal.points]).toEqual([state, state === 'open' ? 30 : 0])
  })

  test('caps progress at the required number', () => {
    expect(goalOf(aNode({ required_number: 5, has: { 1: 8 } }))).toMatchObject({ done: 5, of: 5 })
  })

  test('has no rival that has not begun or has finished, and none if progress is hidden', () => {
    expect(goalOf(aNode({ required_number: 5, has: { 2: 'done', 3: 0 } })).rival).toBeNull()
    expect(goalOf(aNode({ required_number: 5 }), { hidesProgress: () => true }).rival).toBe('hidden')
    expect(goalOf(aNode(), { hidesProgress: () => true }).rival).toBeNull()
  })
})

describe('a category', () => {
  const [found, open, closed] = [
    aNode({ pays: places, has: { 1: 'done', 3: 'done' } }),
    aNode({ pays: places, has: { 3: 'done' } }),
    aNode({ pays: places, valid_to: now - 1 }),
  ]
  const category = (children: readonly TaskNode[], more: GivenNode = {}) =>
    aNode({ objective_type: 'CATEGORY', children, required_number: 0, ...more })

  test('has the progress of its parts, lists the available ones, and sums their points and its own', () => {
    const set = category([found, open, closed], { pays: ['RANKED_COMPLETION_TIME', 100, 50] })
    const { points, ...goal } = goalOf(set)
    expect(goal).toMatchObject({ state: 'open', done: 1, of: 3, missing_ids: [open.id], rival: { team_id: 3, missing: 1 } })
    expect(points).toBe(20)
  })

  test('counts up to the required number of parts', () => {
    const set = category([found, open, closed], { pays: ['RANKED_COMPLETION_TIME', 100], parameters: { required_children: 2 } })
    expect(goalOf(set)).toMatchObject({ state: 'open', done: 1, of: 2, points: 120 })
  })

  test('with several rules needs what the strictest requires, or what the first does if that finishes it', () => {
    const rule = (scoring_method: string, parameters: object) => ({ scoring_method, points: [5], point_cap: 0, parameters })
    const further_presets = [rule('BONUS_PER_COMPLETION', {}), rule('RANKED_COMPLETION_TIME', { required_children: 1 })]
    const two = { pays: ['RANKED_COMPLETION_TIME', 9], parameters: { required_children: 2 }, further_presets } as const
    expect(goalOf(category([found, open, closed], two))).toMatchObject({ done: 1, of: 3 })
    expect(goalOf(category([found, open, closed], { ...two, finished_by: 'first' }))).toMatchObject({ done: 1, of: 2 })
    const depth = { pays: places, required_number: 5, further_presets: [rule('POINTS_BY_THRESHOLD', { thresholds: [3, 9] })] }
    const [all, first] = [
      aNode({ ...depth, has: { 1: 4, 2: 6 } }),
      aNode({ ...depth, finished_by: 'first', has: { 1: 4, 2: 4 } }),
    ]
    expect(goalOf(all)).toMatchObject({ done: 4, of: 9, rival: { team_id: 2, missing: 3 } })
    expect(goalOf(first)).toMatchObject({ done: 4, of: 5, rival: { team_id: 2, missing: 1 } })
  })

  test('goes on after its last part if the second rule adds up their numbers', () => {
    const further_presets = [{ scoring_method: 'RANKED_CHILD_SUM', points: [100], point_cap: 0, parameters: {} }]
    const set = category([found], { pays: ['RANKED_COMPLETION_TIME', 9], further_presets })
    expect(goalOf(set)).toMatchObject({ state: 'open', missing_ids: [found.id] })
  })

  test('goes on after its last part if their numbers are added up', () => {
    expect(goalOf(category([found], { pays: ['RANKED_CHILD_SUM', 100] }))).toMatchObject({ state: 'open', points: 100 })
  })

  test('is closed if no part is still available', () => {
    expect(goalOf(category([found, closed]))).toMatchObject({ state: 'closed', points: 0 })
  })

  test('is done with its last part', () => {
    expect(goalOf(category([found, category([found])]))).toMatchObject({ state: 'done', done: 2, of: 2, finished_teams: 2 })
  })
})
