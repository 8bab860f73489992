import type { Objective } from '@muster/contract/objectives'
import type { Score } from '@muster/contract/scores'
import { describe, expect, test } from 'vitest'
import { aLockedObjective, anObjective, aScore, aTree } from '../../test-event.tsx'
import { buildScoreTree, maskScores, readTotals, sumStillPossible } from './score-tree.ts'

const preset = {
  id: 1,
  name: '',
  description: '',
  points: [30, 20, 10],
  point_cap: 0,
  scoring_method: 'RANKED_TIME',
  type: 'OBJECTIVE',
}
const presets = [preset] as unknown as Parameters<typeof buildScoreTree>[1]
const treeOf = (...collections: readonly Objective[]) => buildScoreTree({ objective: aTree(...collections) }, presets)
const scoresOf = (entries: Record<number, Record<number, Partial<Score>>>) =>
  new Map(
    Object.entries(entries).map(([id, teams]) => [
      Number(id),
      new Map(Object.entries(teams).map(([team, score]) => [Number(team), aScore(score)])),
    ]),
  )

describe('the score tree', () => {
  test('keeps masked objectives separate: only their position and opening time', () => {
    const { locked, leaves } = treeOf(anObjective({ id: 20, parent_id: 2 }), aLockedObjective(2, 5), aLockedObjective(2, 9))
    expect(locked.map(({ parent_id }) => parent_id)).toEqual([2, 2])
    expect(leaves.map(({ item }) => item.id)).toEqual([20, 30])
  })

  test('reads layout and note, for any name of the category', () => {
    const { categories } = treeOf(anObjective({ id: 20, parent_id: 2, extra: 'In one tab' }))
    expect(categories.map(({ item }) => [item.title, item.view])).toEqual([
      ['Shelves', 'collections'],
      ['Races', 'races'],
    ])
    expect(categories[0]?.children[0]?.item.note).toBe('In one tab')
  })

  test('is empty while nothing is published', () => {
    expect(buildScoreTree({ objective: null }, presets)).toMatchObject({ categories: [], leaves: [], locked: [] })
  })

  test('computes the totals of one state once for all widgets', () => {
    const score_tree = treeOf()
    const scores = scoresOf({ 30: { 1: { points: 1 } } })
    expect(readTotals(score_tree, scores)).toBe(readTotals(score_tree, scores))
  })

  test('shows masked scores as zero and leaves the others unchanged', () => {
    const scores = scoresOf({ 20: { 1: { points: 9, number: 9 } }, 21: { 1: { points: 5 } } })
    const shown = maskScores(scores, { objective_ids: new Set([20]), until: 0 })
    expect(shown.get(20)?.get(1)).toMatchObject({ points: 0, number: 0 })
    expect(shown.get(21)).toBe(scores.get(21))
  })

  test('excludes closed objectives from the points still possible', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const closed = anObjective({ id: 20, parent_id: 2, valid_to: '2026-11-21T11:00:00Z' })
    const score_tree = treeOf(closed, anObjective({ id: 21, parent_id: 2 }))
    const scores = scoresOf({ 21: { 2: { points: 30, finished: true } } })
    expect(sumStillPossible(score_tree, scores, 1, now)).toBe(20 + 30)
    expect(sumStillPossible(score_tree, scores, 2, now)).toBe(30)
  })

  test('the points still possible follow every change of scores, and the time, even after earlier calls', () => {
    const score_tree = treeOf(
      anObjective({ id: 20, parent_id: 2 }),
      anObjective({ id: 21, parent_id: 2, valid_to: '2026-11-21T12:00:00Z' }),
    )
    const close = Date.parse('2026-11-21T12:00:00Z')
    const before = scoresOf({})
    // Two objectives and the race, each worth 30 for the first team.
    expect(sumStillPossible(score_tree, before, 1, close - 1)).toBe(90)
    expect(sumStillPossible(score_tree, before, 1, close + 1)).toBe(60)
    const after = new Map([...before, ...scoresOf({ 20: { 2: { finished: true, points: 30, rank: 1 } } })])
    expect(sumStillPossible(score_tree, after, 1, close - 1)).toBe(80)
    expect(sumStillPossible(score_tree, after, 2, close - 1)).toBe(60)
    expect(sumStillPossible(score_tree, before, 1, close - 1)).toBe(90)
  })
})
