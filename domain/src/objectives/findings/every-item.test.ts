import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMatcher } from '../../conditions/matcher.ts'
import { aCategory, anEvent, anObjective, aPreset } from '../../scoring/testing/builders.ts'
import type { ConditionDefinition } from '../definition.ts'
import { findDefinitionProblems } from './find-definition-problems.ts'
import type { KnownNames } from './known-names.ts'

const names: KnownNames = {
  game_version: 'poe1',
  classes: new Map(),
  listed: { uniques: new Set(), bases: new Set() },
  largest_team: 4,
}

describe('findings about conditions are true for every item', () => {
  const texts = ['A', 'B', 'AB', '']
  const numbers = [0, 1, 2, 5, 100, 101]
  const anyCondition = fc.oneof(
    fc.record({
      field: fc.constant('NAME' as const),
      operator: fc.constantFrom('EQ', 'NEQ', 'CONTAINS', 'MATCHES', 'DOES_NOT_MATCH'),
      value: fc.constantFrom('A', 'B', 'AB'),
    }),
    fc.record({
      field: fc.constant('NAME' as const),
      operator: fc.constantFrom('IN', 'NOT_IN'),
      value: fc.constantFrom('A, B', 'AB', 'A, AB'),
    }),
    fc.record({
      field: fc.constantFrom('ILVL' as const, 'TALISMAN_TIER' as const),
      operator: fc.constantFrom('EQ', 'NEQ', 'GT', 'LT'),
      value: fc.constantFrom(...numbers.map(String)),
    }),
    fc.record({
      field: fc.constant('IS_CORRUPTED' as const),
      operator: fc.constantFrom('EQ', 'NEQ'),
      value: fc.constantFrom('true', 'false'),
    }),
    fc.record({
      field: fc.constantFrom('EXPLICIT_MODS' as const, 'NAME' as const),
      operator: fc.constantFrom('LENGTH_EQ', 'LENGTH_GT', 'LENGTH_LT'),
      value: fc.constantFrom('0', '1', '2'),
    }),
    fc.record({
      field: fc.constant('EXPLICIT_MODS' as const),
      operator: fc.constantFrom('CONTAINS', 'CONTAINS_ALL', 'CONTAINS_MATCH', 'DOES_NOT_MATCH'),
      value: fc.constantFrom('A', 'B', 'AB'),
    }),
  ) as fc.Arbitrary<ConditionDefinition>
  const anyConditions = fc
    .array(fc.tuple(anyCondition, fc.constantFrom(null, null, 1, 2), fc.constantFrom(1, 1, 2)), { minLength: 1, maxLength: 4 })
    .map((list) => list.map(([one, any_of, at_least]) => ({ ...one, any_of, at_least })))
  const anyItem = fc.record({
    name: fc.constantFrom(...texts),
    ilvl: fc.constantFrom(0, 1, 2, 5, 100),
    talismanTier: fc.constantFrom(0, 1, 2),
    corrupted: fc.boolean(),
    explicitMods: fc.array(fc.constantFrom('A', 'B', 'AB', 'xABx'), { maxLength: 3 }),
  })

  it('an objective that never matches matches no item, and overlapping objectives share all items', () => {
    let overlaps = 0
    let never = 0
    fc.assert(
      fc.property(anyConditions, anyConditions, fc.array(anyItem, { minLength: 20, maxLength: 20 }), (one, other, items) => {
        const objectives = [one, other].map((conditions, at) =>
          anObjective({ id: at + 2, parent_id: 1, scoring_preset_id: 1, conditions }),
        )
        const event = anEvent({
          start_at: 1_000,
          end_at: 9_000,
          presets: [aPreset({ id: 1 })],
          objectives: [aCategory({ id: 1 }), ...objectives],
        })
        const { matcher } = createMatcher(event.objectives, { game_version: 'poe1' })
        const completed = (id: number) =>
          matcher
            .match(items, null)
            .filter(({ objective_id }) => objective_id === id)
            .map(({ item }) => item)
        const findings = findDefinitionProblems(event, names).findings
        for (const { code, objective_id, sentence } of findings) {
          if (code === 'never_matches' || code === 'impossible_value') {
            never += 1
            expect(completed(objective_id ?? 0)).toEqual([])
          }
          if (code !== 'overlap') continue
          overlaps += 1
          const narrower = sentence.find((part) => part.objective_id !== null)?.objective_id ?? 0
          expect(completed(objective_id ?? 0)).toEqual(expect.arrayContaining(completed(narrower)))
        }
      }),
      { numRuns: 1_000, seed: 18 },
    )
    expect([never > 50, overlaps > 50]).toEqual([true, true])
  })
})
