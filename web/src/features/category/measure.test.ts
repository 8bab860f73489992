import { describe, expect, test } from 'vitest'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import { aScore } from '../../test-event.tsx'
import { isHidden, measureOf, readProgress } from './measure.ts'

const aNode = (item: Record<string, unknown>, children = 0) =>
  ({
    item: { objective_type: 'ITEM', required_number: 1, preset: null, further_presets: [], hide_progress: false, ...item },
    children: Array.from({ length: children }, () => ({})),
  }) as unknown as ObjectiveNode
const paidBy = (scoring_method: string) => ({ preset: { scoring_method } })
const of = (...scores: (ReturnType<typeof aScore> | null)[]) =>
  scores.map((score) => (score === null ? new Map<number, never>() : new Map([[1, score]])))

test.each([
  ['an item to find', aNode({}), 'once'],
  ['a number of something', aNode({ required_number: 5 }), 'number'],
  ['a category, with or without children', aNode({ objective_type: 'CATEGORY' }), 'parts'],
  ['an item with variants', aNode({}, 2), 'parts'],
  ['a sum of children', aNode(paidBy('RANKED_CHILD_SUM'), 2), 'value'],
  ['thresholds', aNode({ preset: { scoring_method: 'POINTS_BY_THRESHOLD', parameters: { thresholds: [5, 9] } } }), 'number'],
  ['points by value', aNode({ required_number: 50, ...paidBy('POINTS_FROM_VALUE') }), 'value'],
  ['the highest value wins', aNode(paidBy('RANKED_VALUE')), 'value'],
  ['the lowest value wins', aNode(paidBy('RANKED_REVERSE')), 'value'],
])('%s', (_, node, measure) => {
  expect(measureOf(node)).toBe(measure)
})

describe('progress', () => {
  test('without a score is zero', () => {
    expect(readProgress(aNode({ required_number: 5 }), of(null), 1)).toEqual({ done: 0, of: 5, finished: false })
  })

  test('of a finished number is the full number, even if the tab is empty now', () => {
    expect(readProgress(aNode({ required_number: 5 }), of(aScore({ number: 2, finished: true })), 1)).toEqual({
      done: 5,
      of: 5,
      finished: true,
    })
  })

  test('of a category counts finished children', () => {
    const done = aScore({ finished: true })
    expect(readProgress(aNode({}, 3), of(null, done, null, done), 1)).toEqual({ done: 2, of: 3, finished: false })
    expect(readProgress(aNode({}, 2), of(null, done, done), 1)).toEqual({ done: 2, of: 2, finished: true })
  })

  test('of a category whose children pay nothing is its own number', () => {
    expect(readProgress(aNode({}, 3), of(aScore({ number: 2 }), null, null, null), 1)).toMatchObject({ done: 2, of: 3 })
  })

  test('of a bingo is finished before all children are', () => {
    const done = aScore({ finished: true })
    expect(readProgress(aNode({}, 4), of(aScore({ number: 3, finished: true }), done, done, done, null), 1)).toEqual({
      done: 3,
      of: 4,
      finished: true,
    })
  })

  test('of a category with required children ends at their number', () => {
    const done = aScore({ finished: true })
    const preset = { scoring_method: 'RANKED_COMPLETION_TIME', parameters: { required_children: 2 } }
    expect(readProgress(aNode({ preset }, 4), of(null, done, done, done), 1)).toEqual({ done: 2, of: 2, finished: true })
  })

  test('goes to the last threshold', () => {
    const preset = { scoring_method: 'POINTS_BY_THRESHOLD', parameters: { thresholds: [5, 9] } }
    expect(readProgress(aNode({ preset }), of(aScore({ number: 6, finished: false })), 1)).toMatchObject({ done: 6, of: 9 })
  })

  test('of several rules goes on to the farthest goal, or to that of the first rule if it finishes the objective', () => {
    const preset = { scoring_method: 'RANKED_COMPLETION_TIME', parameters: { required_children: 2 } }
    const rules = { preset, further_presets: [{ scoring_method: 'BONUS_PER_COMPLETION' }] }
    const done = aScore({ finished: true })
    const scores = of(aScore({ number: 2, finished: false }), done, done, null, null)
    expect(readProgress(aNode(rules, 4), scores, 1)).toEqual({ done: 2, of: 4, finished: false })
    expect(readProgress(aNode({ ...rules, finished_by: 'first' }, 4), scores, 1)).toMatchObject({ done: 2, of: 2 })
    const steps = { scoring_method: 'POINTS_BY_THRESHOLD', parameters: { thresholds: [5, 9] } }
    const race = aNode({ ...paidBy('RANKED_TIME'), further_presets: [steps] })
    expect(readProgress(race, of(aScore({ number: 6, finished: false })), 1)).toMatchObject({ done: 6, of: 9 })
  })

  test('of a category without children is never finished', () => {
    expect(readProgress(aNode({ objective_type: 'CATEGORY' }), of(null), 1)).toEqual({ done: 0, of: 0, finished: false })
  })

  test('by value has no goal', () => {
    expect(readProgress(aNode(paidBy('RANKED_VALUE')), of(aScore({ number: 812 })), 1)).toMatchObject({ done: 812, of: 0 })
  })
})

test('counts as hidden only if others hide it and it was not sent', () => {
  const secret = aNode({ hide_progress: true })
  expect(isHidden(secret, undefined, false)).toBe(true)
  expect(isHidden(secret, undefined, true)).toBe(false)
  expect(isHidden(secret, aScore({ finished: true }), false)).toBe(false)
  expect(isHidden(aNode({}), undefined, false)).toBe(false)
})
