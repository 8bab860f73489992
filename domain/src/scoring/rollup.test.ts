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

test('a cell without a preset shows its result on a board that counts lines, even before it is finished', () => {
  const cell = anObjective({ id: 2, parent_id: 1, aggregation: 'MAXIMUM', required_number: 2 })
  const event = (scoring_method: 'BINGO_BOARD' | 'RANKED_COMPLETION_TIME') =>
    anEvent({
      objectives: [aCategory({ id: 1, scoring_preset_id: 3 }), cell],
      presets: [aPreset({ id: 3, type: 'CATEGORY', scoring_method, points: [100] })],
    })
  const engine = createEngine(event('BINGO_BOARD'), 0)
  const read = () => engine.scoreboard().get(2)?.get(1)
  expect(read()).toBeUndefined()
  engine.apply([aFact({ sequence: 1, objective_id: 2, timestamp: 10, number: 1 })], 30)
  expect(read()).toMatchObject({ points: 0, rank: 0, number: 1, finished: false })
  engine.apply([aFact({ sequence: 2, objective_id: 2, timestamp: 20, number: 2 })], 30)
  expect(read()).toMatchObject({ points: 0, rank: 0, number: 2, finished: true, timestamp: 20 })
  expect(engine.scoreboard().get(1)?.get(1)?.points).toBe(100)
  engine.apply([{ kind: 'definition', sequence: 3, definition: event('RANKED_COMPLETION_TIME') }], 40)
  expect(read()).toBeUndefined()
})
