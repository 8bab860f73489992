import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventDefinition } from '../objectives/definition.ts'
import type { Fact, Retraction } from './ledger.ts'
import { sumTotals } from './rollup.ts'
import { rankTeams } from './team-ranks.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset, aRetraction } from './testing/builders.ts'
import { rebuild } from './testing/rebuild.ts'
import { createStillPossible } from './still-possible.ts'
import { buildTree } from '../objectives/tree.ts'

const objectives = [
  aCategory({ id: 1 }),
  anObjective({ id: 2, parent_id: 1, scoring_preset_id: 1 }),
  anObjective({ id: 3, parent_id: 1, scoring_preset_id: 1 }),
]
const event = (more: Partial<EventDefinition> = {}) => anEvent({ objectives, presets: [aPreset({ id: 1 })], ...more })
const given = (sequence: number, number: number, more: Partial<Fact> = {}) =>
  aFact({ sequence, objective_id: 1, source: `correction:${sequence}`, number, ...more })
const scoreOf = (entries: (Fact | Retraction)[], definition = event(), team = 1) =>
  rebuild(definition, entries, 1000).scoreboard().get(1)?.get(team)

test('points given or taken by hand are added to the total of their team, and finish nothing', () => {
  const entries = [aFact({ sequence: 1 }), given(2, 25), given(3, -40, { team_id: 2 })]
  const engine = rebuild(event(), entries, 1000)
  expect(engine.scoreboard().get(1)).toEqual(
    new Map([
      [1, { points: 25, number: 25, rank: 0, finished: false, timestamp: 20, user_id: null }],
      [2, { points: -40, number: -40, rank: 0, finished: false, timestamp: 30, user_id: null }],
    ]),
  )
  expect(sumTotals(engine.scoreboard())).toEqual(
    new Map([
      [1, 35],
      [2, -40],
    ]),
  )
})

test('every entry is added, including a second entry of one player and an opposite entry', () => {
  expect(scoreOf([given(1, 10, { user_id: 7 }), given(2, 10, { user_id: 7 })])?.points).toBe(20)
  expect(scoreOf([given(1, 10), given(2, -10)])).toMatchObject({ points: 0, timestamp: 20 })
})

test('a withdrawn entry leaves no score', () => {
  expect(scoreOf([given(1, 10), aRetraction({ sequence: 2, objective_id: 1, retracts: 1 })])).toBeUndefined()
})

test('points by hand count before the start, after the end and at any time of the root', () => {
  const early_and_late = [given(1, 3, { timestamp: 10 }), given(2, 5, { timestamp: 900 })]
  expect(scoreOf(early_and_late, event({ start_at: 100, end_at: 200 }))?.points).toBe(8)
})

test('an exclusion does not cover points by hand: they are decisions, and are withdrawn instead', () => {
  const exclusion = { id: 9, objective_id: null, team_id: null, user_id: 7, source: null, from: null, to: null }
  expect(scoreOf([given(1, 3, { user_id: 7 }), given(2, 5)], event({ exclusions: [exclusion] }))?.points).toBe(8)
})

test('a root with a preset keeps its own score, and the points are added', () => {
  const root = aCategory({ id: 1, scoring_preset_id: 2 })
  const presets = [aPreset({ id: 1 }), aPreset({ id: 2, scoring_method: 'RANKED_COMPLETION_TIME', points: [50] })]
  const definition = event({ objectives: [root, ...objectives.slice(1)], presets })
  const done = [aFact({ sequence: 1 }), aFact({ sequence: 2, objective_id: 3 })]
  expect(scoreOf([...done, given(3, -8)], definition)).toMatchObject({
    points: 42,
    number: 2,
    rank: 1,
    finished: true,
    timestamp: 20,
  })
  const { sentence } = rebuild(definition, [...done, given(3, -8)], 1000).explain(1, 1, [], 1000)
  expect(sentence).toContain('50 points')
  expect(sentence).toContain('-8')
  expect(sentence).not.toContain('42')
})

test('no preset of the root multiplies points by hand', () => {
  const root = aCategory({ id: 1, scoring_preset_id: 2 })
  const presets = [aPreset({ id: 1 }), aPreset({ id: 2, scoring_method: 'POINTS_FROM_VALUE', points: [3] })]
  expect(scoreOf([given(1, 10)], event({ objectives: [root, ...objectives.slice(1)], presets }))?.points).toBe(10)
})

test('a root that counts facts of its own takes no points by hand', () => {
  const lone = anEvent({ objectives: [anObjective({ id: 1, scoring_preset_id: 1 })], presets: [aPreset({ id: 1 })] })
  expect(scoreOf([given(1, 25)], lone)?.points).toBe(10)
})

test('the receipt lists every entry, and its sentence names their sum', () => {
  const history = [given(1, 25), given(2, -5), given(3, 7), aRetraction({ sequence: 4, objective_id: 1, retracts: 3 })]
  const receipt = rebuild(event(), history, 1000).explain(1, 1, history, 1000)
  expect(receipt).toMatchObject({ points: 20, own_points: 20, adjustments: [], finished: false })
  expect(receipt.facts.map(({ fact, verdict }) => [fact.number, verdict])).toEqual([
    [25, 'counts'],
    [-5, 'counts'],
    [7, 'retracted'],
  ])
  expect(receipt.sentence).toBe('Points given or taken by organisers: 20.')
})

test('points taken below 0 rank a team last, and leave the points still possible unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ team_id: fc.constantFrom(1, 2), number: fc.integer({ min: -100, max: 100 }) })), (drawn) => {
      const entries = drawn.map((one, at) => given(at + 1, one.number, one))
      const board = rebuild(event(), entries, 1000).scoreboard()
      const totals = sumTotals(board)
      for (const team of [1, 2]) {
        const sum = drawn.filter(({ team_id }) => team_id === team).reduce((all, { number }) => all + number, 0)
        expect(totals.get(team) ?? 0).toBe(sum)
      }
      const [first, second] = rankTeams(totals, [1, 2])
      expect(first?.points).toBeGreaterThanOrEqual(second?.points ?? 0)
      const items = objectives.map((one) => ({
        ...one,
        preset: one.scoring_preset_id === null ? null : { scoring_method: 'PRESENCE' as const, points: [10], point_cap: 0 },
      }))
      const { nodes } = buildTree(items)
      const possible = createStillPossible()
      const root = possible.link(nodes, board).get(1)
      expect(root && possible.sum(root, 1, 1000)).toBe(20)
    }),
  )
})
