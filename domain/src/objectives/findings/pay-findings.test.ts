import { expect, test } from 'vitest'
import { aCategory, anEvent, anObjective, aPreset } from '../../scoring/testing/builders.ts'
import type { PresetDefinition } from '../definition.ts'
import { buildTree } from '../tree.ts'
import { reviewPay } from './pay-findings.ts'

/** Codes of the findings for an event of three teams with one objective that requires the number 3. */
function reviewPreset(preset: Omit<PresetDefinition, 'id' | 'point_cap'>): string[] {
  const definition = anEvent({
    team_ids: [1, 2, 3],
    objectives: [aCategory({ id: 1 }), anObjective({ id: 2, parent_id: 1, required_number: 3, scoring_preset_id: 1 })],
    presets: [aPreset({ id: 1, ...preset })],
  })
  return [...reviewPay(buildTree(definition.objectives).nodes, definition)].map(({ code }) => code)
}

test.each([
  { rule: 'a fraction of the number', scoring_method: 'POINTS_FROM_VALUE', points: [0.1], codes: [] },
  { rule: 'a fraction of each unit', scoring_method: 'POINTS_PER_UNIT', points: [0.001], codes: [] },
  { rule: 'only units far beyond the required one', scoring_method: 'POINTS_PER_UNIT', points: [0, 0, 0, 0, 5, 0], codes: [] },
  { rule: 'only units below the required one', scoring_method: 'POINTS_PER_UNIT', points: [5, -9], codes: [] },
  { rule: 'only while one team has finished', scoring_method: 'SHARED_BY_FINISHERS', points: [5, 0], codes: [] },
  { rule: 'only when two teams have finished', scoring_method: 'SHARED_BY_FINISHERS', points: [0, 5, 0], codes: [] },
  {
    rule: 'only once more teams than there are have finished',
    scoring_method: 'SHARED_BY_FINISHERS',
    points: [0, 0, 0, 5],
    codes: ['cannot_pay', 'unreachable_points'],
  },
  {
    rule: 'only at a threshold far beyond the required number',
    scoring_method: 'POINTS_BY_THRESHOLD',
    points: [0, 5, 0],
    parameters: { thresholds: [1, 9e11, 1e12] },
    codes: ['unreachable_points'],
  },
  {
    rule: 'only at thresholds up to the required number, where counting stops',
    scoring_method: 'POINTS_BY_THRESHOLD',
    points: [1, 2],
    parameters: { thresholds: [2, 3] },
    codes: [],
  },
  {
    rule: 'nothing at any threshold',
    scoring_method: 'POINTS_BY_THRESHOLD',
    points: [0],
    parameters: { thresholds: [3] },
    codes: ['cannot_pay'],
  },
  { rule: 'nothing for any number', scoring_method: 'POINTS_PER_UNIT', points: [-1, 0.5, -2], codes: ['cannot_pay'] },
] as const)('a preset that pays $rule', ({ codes, rule: _, ...preset }) => {
  expect(reviewPreset(preset)).toEqual(codes)
})

test('a rule that pays no team beside others that do is named by its place', () => {
  const definition = anEvent({
    team_ids: [1, 2],
    objectives: [aCategory({ id: 1 }), anObjective({ id: 2, parent_id: 1, scoring_preset_id: 1, further_preset_ids: [2, 1] })],
    presets: [aPreset({ id: 1, scoring_method: 'RANKED_TIME', points: [5, 3] }), aPreset({ id: 2, points: [0] })],
  })
  const found = [...reviewPay(buildTree(definition.objectives).nodes, definition)]
  expect(found.map(({ preset_id, sentence }) => [preset_id, sentence.map(({ text }) => text).join('')])).toEqual([
    [2, 'objective 2 pays no team by rule 2 of 3: "Fixed points on completion" cannot pay here.'],
  ])
})
