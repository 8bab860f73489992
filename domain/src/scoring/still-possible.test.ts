import { expect, test } from 'vitest'
import { buildTree } from '../objectives/tree.ts'
import { createEngine } from './engine.ts'
import { sumReachable } from './reachable.ts'
import { createStillPossible, type ScoredItem } from './still-possible.ts'
import { createPick, generateEvent } from './testing/event-generator.ts'

const ranked = { scoring_method: 'RANKED_TIME', points: [30, 20, 10], point_cap: 0 }
const anItem = (id: number, more: Partial<ScoredItem> = {}): ScoredItem => ({
  id,
  parent_id: 1,
  name: '',
  objective_type: 'ITEM',
  required_number: 1,
  valid_from: null,
  valid_to: null,
  preset: ranked,
  ...more,
})
const root = anItem(1, { parent_id: null, objective_type: 'CATEGORY', preset: null })
const done = (team_id: number, points: number) => new Map([[team_id, { points, finished: true, number: 1 }]])
const close = 1000

test('the points still possible follow every change of scores and time, whatever is cached', () => {
  const { nodes } = buildTree([root, anItem(20), anItem(21, { valid_to: close })])
  const { link, sum } = createStillPossible()
  const ask = (scores: Parameters<typeof link>[1], team_id: number, now: number) => {
    const node = link(nodes, scores).get(1)
    return node && sum(node, team_id, now)
  }
  const before = new Map()
  expect([close, close + 1].map((now) => ask(before, 1, now))).toEqual([60, 30])
  const after = new Map([[20, done(2, 30)]])
  expect([1, 2].map((team_id) => ask(after, team_id, close))).toEqual([50, 30])
  expect(ask(before, 1, close)).toBe(60)
})

test('a node without parts is the same object as long as its scores are', () => {
  const { nodes } = buildTree([root, anItem(20), anItem(21)])
  const { link } = createStillPossible()
  const scores = new Map([[20, done(1, 30)]])
  const first = link(nodes, scores)
  const second = link(nodes, new Map([...scores, [21, done(1, 30)]]))
  expect(second.get(20)).toBe(first.get(20))
  expect(second.get(21)).not.toBe(first.get(21))
  expect(first.get(1)?.children).toHaveLength(2)
})

test('with and without the cache the sum is the same on every branch of 200 generated events', () => {
  let asked = 0
  for (let seed = 1; seed <= 200; seed++) {
    const event = generateEvent(createPick(seed))
    const presets = new Map(event.definition.presets.map((preset) => [preset.id, preset]))
    const items = event.definition.objectives.map((objective) => ({
      ...objective,
      preset: presets.get(objective.scoring_preset_id ?? 0) ?? null,
    }))
    const { nodes } = buildTree(items)
    const { link, sum } = createStillPossible()
    const engine = createEngine(event.definition, event.now)
    for (const entry of [null, ...event.entries]) {
      if (entry) engine.apply([entry], event.now)
      for (const [, node] of link(nodes, engine.scoreboard())) {
        for (const team_id of event.definition.team_ids) {
          expect(sum(node, team_id, event.now)).toBe(sumReachable(node, team_id, event.now))
          asked++
        }
      }
    }
  }
  expect(asked).toBeGreaterThan(10_000)
})
