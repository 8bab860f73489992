import { expect, test } from 'vitest'
import { createEngine } from './engine.ts'
import { aCategory, aFact, anEvent, anObjective, aPreset } from './testing/builders.ts'

test('a changed bonus is also paid to children whose position did not change', () => {
  const present = aPreset({ id: 2, points: [7] })
  const paying = (points: readonly number[]) =>
    anEvent({
      objectives: [
        aCategory({ id: 1, scoring_preset_id: 3 }),
        ...[2, 3].map((id) => anObjective({ id, parent_id: 1, scoring_preset_id: 2 })),
      ],
      presets: [present, aPreset({ id: 3, scoring_method: 'BONUS_PER_COMPLETION', points })],
    })
  const engine = createEngine(paying([3, 4]), 0)
  engine.apply([aFact({ sequence: 1, objective_id: 2 }), aFact({ sequence: 2, objective_id: 3 })], 30)
  const { deltas } = engine.apply([{ kind: 'definition', sequence: 3, definition: paying([5, 4]) }], 40)
  expect(deltas.map(({ objective_id, before, after }) => [objective_id, before?.points, after?.points])).toEqual([[2, 10, 12]])
})
