import { expect, test } from 'vitest'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { buildTree } from '../objectives/tree.ts'
import { maskScore, readPersonalMask } from './personal.ts'
import { aCategory, anObjective, aScore } from './testing/builders.ts'

const personal = (branch: Partial<ObjectiveDefinition>) => [
  aCategory({ id: 1 }),
  aCategory({ id: 2, parent_id: 1, ...branch }),
  anObjective({ id: 3, parent_id: 2, aggregation: 'MAXIMUM' }),
  anObjective({ id: 4, parent_id: 2, aggregation: 'EARLIEST', valid_to: 200 }),
  anObjective({ id: 5, parent_id: 2, aggregation: 'MAXIMUM', valid_to: 100 }),
  anObjective({ id: 6, parent_id: 1, aggregation: 'MAXIMUM', valid_to: 50 }),
]
const maskAt = (objectives: ObjectiveDefinition[], now: number) => readPersonalMask(buildTree(objectives).root, now)

test('until the earliest end in the personal branch its MAXIMUM objectives are masked', () => {
  const mask = maskAt(personal({ name: 'Personal Objectives' }), 99)
  expect([...mask.objective_ids]).toEqual([3, 5])
  expect(mask.until).toBe(100)
})

test('from that moment on nothing is masked', () => {
  expect(maskAt(personal({ name: 'Personal Objectives' }), 100)).toEqual({ objective_ids: new Set(), until: null })
})

test('S-13: the branch is also found by its layout, and only directly below the root', () => {
  expect(maskAt(personal({ name: 'Deine Ziele', view: 'personal' }), 0).until).toBe(100)
  expect(maskAt(personal({ name: 'Anything' }), 0).until).toBeNull()
})

test('a branch without an end is never masked', () => {
  expect(maskAt([aCategory({ id: 1 }), aCategory({ id: 2, parent_id: 1, name: 'Personal Objectives' })], 0).until).toBeNull()
})

test('a masked score shows no points and no number, and keeps the rest', () => {
  const mask = maskAt(personal({ name: 'Personal Objectives' }), 0)
  const score = aScore({ points: 9, number: 40, rank: 0 })
  expect(maskScore(mask, 3, score)).toEqual({ ...score, points: 0, number: 0 })
  expect(maskScore(mask, 4, score)).toBe(score)
})
