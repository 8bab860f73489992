import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { expect, test } from 'vitest'
import { buildScoreTree, findReachable } from '../../api/scores/score-tree.ts'
import { aCategory, anObjective, aPlan, aScore, aTree } from '../../test-event.tsx'
import { sumNextSteps } from './plan-effect.ts'

const presets = [
  {
    id: 1,
    name: 'Places',
    description: '',
    points: [30, 20, 10],
    point_cap: 0,
    scoring_method: 'RANKED_TIME',
    type: 'OBJECTIVE',
  },
] as unknown as ScoringPreset[]
const parts = [41, 42].map((id) => anObjective({ id, parent_id: 40, required_number: 1 }))
const tree = aTree(
  anObjective({ id: 20, parent_id: 2 }),
  anObjective({ id: 21, parent_id: 2 }),
  anObjective({ id: 22, parent_id: 2, valid_to: '2026-01-01T00:00:00Z' }),
  aCategory({ id: 40, parent_id: 2, children: parts }),
)
const score_tree = buildScoreTree({ objective: tree }, presets)
const now = Date.parse('2026-11-21T12:00:00Z')
const done = aScore({ points: 30, finished: true, number: 10 })

const effectOf = (entries: NonNullable<Parameters<typeof aPlan>[0]['entries']>, scores = new Map([[20, new Map([[2, done]])]])) =>
  sumNextSteps(
    aPlan({ entries }),
    1,
    now,
    (window) => window === 0,
    (id) => findReachable(score_tree, scores, id),
  )

test('the next steps bring the points available now: the second place if a rival was first', () => {
  expect(effectOf([{ objective_id: 20 }, { objective_id: 21 }])).toEqual({ steps: [1, 2], points: 50 })
})

test('completed, closed, later and missing objectives are not steps', () => {
  const mine = new Map([[20, new Map([[1, done]])]])
  const entries = [{ objective_id: 20 }, { objective_id: 22 }, { objective_id: 4711 }, { objective_id: 41, window: 1 }]
  expect(effectOf([...entries, { objective_id: 21, window: 0 }], mine)).toEqual({ steps: [5], points: 30 })
})

test('a set brings all its parts, and an objective in two steps counts once', () => {
  expect(effectOf([{ objective_id: 41 }, { objective_id: 40 }])).toEqual({ steps: [1, 2], points: 60 })
  expect(effectOf([{ objective_id: 40 }, { objective_id: 41 }, { objective_id: 21 }])).toEqual({ steps: [1, 3], points: 90 })
})

test('at most three steps are added up', () => {
  const ids = [21, 41, 42, 30]
  expect(effectOf(ids.map((objective_id) => ({ objective_id })))).toEqual({ steps: [1, 2, 3], points: 90 })
})
