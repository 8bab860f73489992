import { expect, test } from 'vitest'
import { aCategory, anEvent, anObjective, aPreset, nameIs } from '../../scoring/testing/builders.ts'
import type { ObjectiveDefinition, PresetDefinition } from '../definition.ts'
import { findDefinitionProblems } from './find-definition-problems.ts'

/** The findings for a board, objective 2, with these fields. */
function review(fields: readonly Partial<ObjectiveDefinition>[], parameters: PresetDefinition['parameters'] = {}): string[] {
  const event = anEvent({
    start_at: 1_000,
    end_at: 9_000,
    presets: [aPreset({ id: 1 }), aPreset({ id: 3, scoring_method: 'BINGO_BOARD', points: [10, 5], parameters })],
    objectives: [
      aCategory({ id: 1 }),
      aCategory({ id: 2, parent_id: 1, scoring_preset_id: 3 }),
      ...fields.map((field, at) => {
        const id = at + 3
        return anObjective({ id, parent_id: 2, scoring_preset_id: 1, conditions: [nameIs(`Name ${id}`)], ...field })
      }),
    ],
  })
  const { findings } = findDefinitionProblems(event, {
    game_version: 'poe1',
    classes: new Map(),
    listed: { uniques: new Set(), bases: new Set() },
    largest_team: null,
  })
  return findings.map(({ severity, sentence }) => `${severity}: ${sentence.map(({ text }) => text).join('')}`)
}
const at = (row: number, column: number) => ({ cell: { row, column } })

test('a full square in order has no finding', () => {
  expect(review([{}, {}, {}, {}])).toEqual([])
})

test('two objectives in one cell are an error', () => {
  expect(review([at(0, 0), at(0, 0), at(0, 1)])).toEqual([
    'error: objective 4 is not on the board of objective 2: objective 3 has the cell A1.',
  ])
})

test('an objective without a cell is beside the board', () => {
  expect(review([at(0, 0), {}])).toEqual(['error: objective 4 is not on the board of objective 2, because it has no cell.'])
})

test('holes are named', () => {
  expect(review([{}, {}, {}])).toEqual([
    'warning: The board of objective 2 has 1 empty cell (B2). A line with an empty cell cannot be completed.',
  ])
  expect(review([at(0, 0), at(0, 1), at(0, 2), at(2, 0)])).toEqual([
    'warning: The board of objective 2 has 5 empty cells (A2, B2, C2, B3, C3). A line with an empty cell cannot be completed.',
  ])
})

test('a board with fewer lines than its preset requires pays no team', () => {
  expect(review([{}, {}, {}, {}], { lines: 6 })).toEqual([])
  expect(review([{}, {}, {}, {}], { lines: 7 })).toEqual([
    'error: objective 2 pays no team: "Lines on a board" cannot pay here with 4 parts.',
  ])
})
