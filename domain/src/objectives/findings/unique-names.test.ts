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
  return findDefinitionProblems(event, names)
    .findings.filter(({ code }) => code === 'unknown_name')
    .map(({ severity, sentence }) => `${severity}: ${sentence.map(({ text }) => text).join('')}`)
}

test('a listed name has no finding', () => expect(check(nameIs('Tabula Rasa'))).toEqual([]))

test.each([
  [nameIs('Tabula Raza'), 'the name "Tabula Raza", which the imported list does not have. Is "Tabula Rasa" meant?'],
  [nameIs('Sword of Nobody'), 'the name "Sword of Nobody", which the imported list does not have.'],
  [nameIs('Chaos Orb'), 'no item has: Chaos Orb is a base type. Ask for the base type instead.'],
  [
    { field: 'BASE_TYPE', operator: 'EQ', value: 'Tabula Rasa' } as const,
    'no item has: Tabula Rasa is the name of a unique. Ask for the name instead.',
  ],
])('%j has a warning', (condition, words) => {
  const found = check(condition)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^warning: /)
  expect(found[0]?.endsWith(words)).toBe(true)
})
