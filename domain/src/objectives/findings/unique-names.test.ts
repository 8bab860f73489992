import { expect, test } from 'vitest'
import { aCategory, anEvent, anObjective, aPreset, nameIs } from '../../scoring/testing/builders.ts'
import type { ConditionDefinition } from '../definition.ts'
import { findDefinitionProblems } from './find-definition-problems.ts'

const uniques = new Set(['Tabula Rasa', ...Array.from({ length: 300 }, (_, at) => `Unique ${at}`)])
const listed = { uniques, bases: new Set(['Chaos Orb']) }

function check(condition: ConditionDefinition): readonly string[] {
  const event = anEvent({
    presets: [aPreset({ id: 1 })],
    objectives: [aCategory({ id: 1 }), anObjective({ id: 2, parent_id: 1, scoring_preset_id: 1, conditions: [condition] })],
  })
  const names = { game_version: 'poe1', classes: new Map<string, string>(), listed, largest_team: null } as const
  return findDefinitionProblems(event, names).findings.map(
    ({ severity, sentence }) => `${severity}: ${sentence.map(({ text }) => text).join('')}`,
  )
}

test('a listed name has no finding', () => expect(check(nameIs('Tabula Rasa'))).toEqual([]))

test.each([
  [nameIs('Tabula Raza'), 'No known item has the name "Tabula Raza". Did you mean Tabula Rasa?'],
  [nameIs('Sword of Nobody'), 'No known item has the name "Sword of Nobody".'],
  [nameIs('chaos orb'), 'Chaos Orb is a base type; a condition on the name never matches. Use base type.'],
  [
    { field: 'BASE_TYPE', operator: 'EQ', value: 'Tabula Rasa' } as const,
    'Tabula Rasa is the name of a unique; a condition on the base type never matches. Use name.',
  ],
])('%j has a warning', (condition, words) => {
  const found = check(condition)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^warning: /)
  expect(found[0]?.endsWith(words)).toBe(true)
})

test('a listed base type as the only name is an error', () =>
  expect(check(nameIs('Chaos Orb'))).toEqual([expect.stringMatching(/^error: .*"Chaos Orb" is a base type/)]))
