import { describe, expect, test } from 'vitest'
import { listTasks, type TaskInput, type TaskNode } from './tasks.ts'
import { aNode, type GivenNode } from './testing/task-node.ts'

const now = 1_000_000_000
const hour = 3_600_000
const aCategory = (children: readonly TaskNode[], more: GivenNode = {}) =>
  aNode({ objective_type: 'CATEGORY', children, ...more })
const input: TaskInput = { team_id: 1, team_ids: [1, 2, 3, 4], now }
const tasksOf = (children: readonly TaskNode[], more: Partial<TaskInput> = {}) =>
  listTasks(aCategory(children), { ...input, ...more })
const idsOf = (...list: Parameters<typeof tasksOf>) => tasksOf(...list).map(({ objective_id }) => objective_id)

describe('the tasks of a team', () => {
  const places = ['RANKED_TIME', 30, 20, 10] as const

  test('include only objectives that still pay: nothing finished, closed, unopened or without points', () => {
    const open = aNode({ pays: ['PRESENCE', 5], required_number: 3 })
    const list = [
      open,
      aNode({ pays: ['PRESENCE', 5], has: { 1: 'done' }, required_number: 3 }),
      aNode({ pays: ['PRESENCE', 5], valid_to: now - 1, required_number: 3 }),
      aNode({ pays: ['PRESENCE', 5], valid_from: now + 1, required_number: 3 }),
      aNode({ required_number: 3 }),
    ]
    expect(idsOf(list)).toEqual([open.id])
  })

  test('have the progress, the points now, and the points if one more rival finishes first', () => {
    const [task] = tasksOf([aNode({ pays: places, required_number: 10, has: { 1: 7, 2: 'done', 3: 9, 4: 2 } })])
    expect(task).toMatchObject({ done: 7, of: 10, points: 20, points_if_beaten: 10, rival: { team_id: 3, missing: 1 } })
  })

  test('name no rival if being first pays no more, or if no rival has begun', () => {
    const [equal] = tasksOf([aNode({ pays: ['PRESENCE', 5], required_number: 10, has: { 2: 9 } })])
    const [alone] = tasksOf([aNode({ pays: places, required_number: 10, has: { 1: 5 } })])
    expect([equal?.rival, alone?.rival]).toEqual([null, null])
  })

  test('name no rival for a place whose points are not known in advance', () => {
    const found = aNode({ pays: ['PRESENCE', 5], has: { 2: 'done' } })
    const board = aCategory([found, aNode({ pays: ['PRESENCE', 5] })], { pays: ['BINGO_3', 100, 50] })
    expect(tasksOf([board])).toMatchObject([{ objective_id: board.id, points: 10, rival: null }])
  })

  test('combine finds of one category, the likeliest first', () => {
    const common = aNode({ pays: ['PRESENCE', 5], has: { 2: 'done', 3: 'done' } })
    const rare = aNode({ pays: ['PRESENCE', 5] })
    const found = aNode({ pays: ['PRESENCE', 5], has: { 1: 'done' } })
    const set = aCategory([rare, found, common], { pays: ['RANKED_COMPLETION_TIME', 25, 15] })
    expect(tasksOf([set])).toMatchObject([
      { objective_id: set.id, is_set: true, done: 1, of: 3, points: 35, points_if_beaten: 25, missing_ids: [common.id, rare.id] },
    ])
  })

  test('need only the required parts of a set, and the remaining parts of a finished set pay for themselves', () => {
    const part = (has: GivenNode['has'] = {}) => aNode({ pays: ['PRESENCE', 5], has })
    const parts = [part({ 2: 'done' }), part({ 1: 'done' }), part(), part()]
    const pays = ['RANKED_COMPLETION_TIME', 25, 15] as const
    const open = aCategory(parts, { pays, parameters: { required_percent: 75 } })
    const finished = aCategory(parts, { pays, parameters: { required_percent: 75 }, has: { 1: 'done' } })
    expect(tasksOf([open])).toMatchObject([{ done: 1, of: 3, points: 40, rival: { team_id: 2, missing: 2 } }])
    expect(tasksOf([finished])).toMatchObject([{ done: 1, of: 4, points: 15 }])
  })

  test('go on to the last threshold', () => {
    const depth = aNode({ pays: ['POINTS_BY_THRESHOLD', 1, 4], parameters: { thresholds: [50, 90] }, has: { 1: 60 } })
    expect(tasksOf([depth])).toMatchObject([{ objective_id: depth.id, done: 60, of: 90, points: 4 }])
  })

  test('of several rules go on to the farthest goal, or to that of the first rule if it finishes them', () => {
    const further_presets = [
      { scoring_method: 'POINTS_BY_THRESHOLD', points: [1, 4], point_cap: 0, parameters: { thresholds: [50, 90] } },
    ]
    const given = { pays: places, further_presets, required_number: 70, has: { 1: 60 } } as const
    expect(tasksOf([aNode(given)])).toMatchObject([{ done: 60, of: 90 }])
    expect(tasksOf([aNode({ ...given, finished_by: 'first' })])).toMatchObject([{ done: 60, of: 70 }])
  })

  test('keep closing, counted and claimed objectives separate', () => {
    const daily = aNode({ pays: places, valid_to: now + hour })
    const count = aNode({ pays: places, required_number: 5 })
    const bounty = aNode({ pays: places, objective_type: 'SUBMISSION' })
    const finds = [aNode({ pays: places }), aNode({ pays: places })]
    const category = aCategory([daily, count, bounty, ...finds])
    expect(new Set(idsOf([category]))).toEqual(new Set([daily.id, count.id, bounty.id, category.id]))
  })
})

describe('the order', () => {
  const places = ['RANKED_TIME', 30, 20, 10] as const
  const first = (...nodes: readonly TaskNode[]) => idsOf(nodes)[0] === nodes[0]?.id

  test('prefer nearly finished objectives', () => {
    const near = aNode({ pays: places, required_number: 10, has: { 1: 8 } })
    expect(first(near, aNode({ pays: places, required_number: 10, has: { 1: 2 } }))).toBe(true)
  })

  test('prefers more points', () => {
    const more = aNode({ pays: ['PRESENCE', 40], required_number: 10, has: { 1: 5 } })
    expect(first(more, aNode({ pays: ['PRESENCE', 10], required_number: 10, has: { 1: 5 } }))).toBe(true)
  })

  test('prefer objectives that a rival is about to finish', () => {
    const contested = aNode({ pays: places, required_number: 10, has: { 1: 5, 2: 9 } })
    expect(first(contested, aNode({ pays: places, required_number: 10, has: { 1: 5, 2: 1 } }))).toBe(true)
  })

  test('prefer objectives that close soon', () => {
    const soon = aNode({ pays: places, required_number: 10, has: { 1: 5 }, valid_to: now + hour })
    expect(first(soon, aNode({ pays: places, required_number: 10, has: { 1: 5 }, valid_to: now + 20 * hour }))).toBe(true)
  })

  test('prefer objectives that other teams have already found', () => {
    const common = aNode({ pays: ['PRESENCE', 5], has: { 2: 'done', 3: 'done', 4: 'done' } })
    expect(idsOf([aCategory([aNode({ pays: ['PRESENCE', 5] })]), aCategory([common])])[0]).toBe(common.id)
  })

  test("for players' objectives depend on the player who asks", () => {
    const levels = aNode({ pays: places, objective_type: 'PLAYER', required_number: 90, has: { 1: 89 } })
    const depths = aNode({ pays: places, objective_type: 'PLAYER', required_number: 100, has: { 1: 20 } })
    const own = new Map([
      [levels.id, 12],
      [depths.id, 95],
    ])
    expect(idsOf([levels, depths])).toEqual([levels.id, depths.id])
    expect(idsOf([levels, depths], { readOwnNumber: ({ id }) => own.get(id) ?? null })).toEqual([depths.id, levels.id])
  })

  test('are ordered by id if otherwise equal', () => {
    const twins = [aNode({ pays: places, required_number: 4 }), aNode({ pays: places, required_number: 4 })]
    expect(idsOf(twins.toReversed())).toEqual(twins.map(({ id }) => id))
  })
})
