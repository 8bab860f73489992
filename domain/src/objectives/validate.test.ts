import { aggregations, numberFields, objectiveTypes } from '@muster/contract/objectives'
import { numberRows, numbersOf } from '../characters/number-rows.ts'
import { describe, expect, test } from 'vitest'
import { kindAggregations } from './kind-aggregations.ts'
import { PlacedObjectives } from './placement.ts'
import { deepestLevel, maxObjectives, type ObjectiveDraft, type PlacedObjective, validateObjective } from './validate.ts'

const category = (id: number, parent_id: number | null): PlacedObjective => ({
  id,
  parent_id,
  name: `category ${id}`,
  objective_type: 'CATEGORY',
})
const leaf = (id: number, parent_id: number): PlacedObjective => ({ ...category(id, parent_id), objective_type: 'ITEM' })

// 1 ─ 2 ─ 3 ─ 4 (leaf)   and   1 ─ 5
const tree = [category(1, null), category(2, 1), category(3, 2), leaf(4, 3), category(5, 1)]

const draft = (more: Partial<ObjectiveDraft> = {}): ObjectiveDraft => ({
  id: null,
  parent_id: 2,
  objective_type: 'ITEM',
  aggregation: 'EARLIEST',
  number_field: 'STACK_SIZE',
  required_number: 1,
  valid_from: null,
  valid_to: null,
  scoring_preset_id: null,
  ...more,
})
const branch = (more: Partial<ObjectiveDraft> = {}) =>
  draft({ objective_type: 'CATEGORY', aggregation: 'NONE', number_field: 'FINISHED_OBJECTIVES', ...more })
const problemsOf = (given: ObjectiveDraft, objectives: readonly PlacedObjective[] = tree) =>
  validateObjective(given, new PlacedObjectives(objectives), new Set([7]))

describe('the position in the tree', () => {
  test('any category of the event is a valid parent, for a new objective and for a moved one', () => {
    expect(problemsOf(draft())).toEqual([])
    expect(problemsOf(draft({ id: 4, parent_id: 5 }))).toEqual([])
    expect(problemsOf(branch({ id: 3, parent_id: 5 }))).toEqual([])
  })

  test.each([
    ['an objective of another event', draft({ parent_id: 99 }), 'is not an objective of this event'],
    ['itself', branch({ id: 3, parent_id: 3 }), 'would make it its own ancestor'],
    ['a descendant', branch({ id: 2, parent_id: 3 }), 'would make it its own ancestor'],
    ['a parent that is not a category', draft({ parent_id: 4 }), 'is not a category'],
  ])('%s is not a parent', (_, given, problem) => {
    expect(problemsOf(given)).toEqual([{ field: 'parent_id', problem }])
  })

  test('the root cannot be edited, and so it cannot be moved', () => {
    expect(problemsOf(branch({ id: 1, parent_id: 2 }))).toEqual([
      { field: 'id', problem: 'the root of the tree cannot be edited' },
    ])
  })

  test('a category with objectives below it must stay a category', () => {
    expect(problemsOf(draft({ id: 3 }))).toEqual([
      { field: 'objective_type', problem: 'must stay a category while it has children' },
    ])
    expect(problemsOf(draft({ id: 5, parent_id: 1 }))).toEqual([])
  })

  test('moving a branch includes its depth', () => {
    const chain = Array.from({ length: deepestLevel }, (_, at) => category(at + 1, at === 0 ? null : at))
    const objectives = [...chain, category(100, 1), leaf(101, 100)]
    expect(problemsOf(draft({ parent_id: deepestLevel }), objectives)).toEqual([])
    expect(problemsOf(branch({ id: 100, parent_id: deepestLevel - 1 }), objectives)).toEqual([])
    expect(problemsOf(branch({ id: 100, parent_id: deepestLevel }), objectives)).toEqual([
      { field: 'parent_id', problem: `would make the tree deeper than ${deepestLevel} levels` },
    ])
  })

  test('a full event accepts edits and no new objectives', () => {
    const full = [category(1, null), ...Array.from({ length: maxObjectives - 1 }, (_, at) => leaf(at + 2, 1))]
    expect(problemsOf(draft({ id: 5, parent_id: 1 }), full)).toEqual([])
    expect(problemsOf(draft({ parent_id: 1 }), full)).toMatchObject([{ field: 'id' }])
    expect(problemsOf(draft({ parent_id: 1 }), full.slice(1).concat(category(1, null)).slice(1))).toEqual([])
  })
})

describe('the counted number', () => {
  const pairs = objectiveTypes.flatMap((objective_type) => numberFields.map((number_field) => ({ objective_type, number_field })))
  test.each(pairs)('$objective_type may count $number_field according to the table', ({ objective_type, number_field }) => {
    const pieces_from = numberRows[number_field].counts_pieces === null ? null : 20
    const given = draft({ objective_type, number_field, pieces_from, aggregation: kindAggregations[objective_type][0] ?? 'NONE' })
    expect(problemsOf(given).map(({ field }) => field)).toEqual(
      numbersOf[objective_type].includes(number_field) ? [] : ['number_field'],
    )
  })

  test('the level of pieces is stated exactly where one is needed, and only teams count players', () => {
    const ofPlayer = { objective_type: 'PLAYER', aggregation: 'MAXIMUM' } as const
    expect(problemsOf(draft({ ...ofPlayer, number_field: 'GEMS_OF_LEVEL' }))).toEqual([
      { field: 'pieces_from', problem: 'is required for GEMS_OF_LEVEL' },
    ])
    expect(problemsOf(draft({ ...ofPlayer, number_field: 'LIFE', pieces_from: 1 }))).toEqual([
      { field: 'pieces_from', problem: 'does not exist for LIFE' },
    ])
    expect(problemsOf(draft({ ...ofPlayer, number_field: 'LIFE', players_from: 5000 }))).toEqual([
      { field: 'players_from', problem: 'is only for the numbers of teams' },
    ])
    expect(problemsOf(draft({ ...ofPlayer, objective_type: 'TEAM', number_field: 'LIFE', players_from: 5000 }))).toEqual([])
  })

  test('only items can depend on tabs, and only a category counts nothing itself', () => {
    const refusing = objectiveTypes.map((objective_type) => {
      const number_field = numbersOf[objective_type][0]
      const window = { valid_from: 1, valid_to: 2 }
      const refused = aggregations.filter(
        (aggregation) => problemsOf(draft({ objective_type, number_field, aggregation, ...window })).length > 0,
      )
      return [objective_type, refused]
    })
    expect(Object.fromEntries(refusing)).toEqual({
      ITEM: ['NONE'],
      PLAYER: ['EARLIEST_FRESH_ITEM', 'NONE'],
      TEAM: ['EARLIEST_FRESH_ITEM', 'NONE'],
      SUBMISSION: ['EARLIEST_FRESH_ITEM', 'NONE'],
      CATEGORY: [],
    })
  })

  test('Q-07: a required number of 0 counts as missing', () => {
    expect(problemsOf(draft({ required_number: 0 }))).toEqual([{ field: 'required_number', problem: 'is required' }])
  })

  test('a preset of another event is rejected', () => {
    expect(problemsOf(draft({ scoring_preset_id: 7 }))).toEqual([])
    expect(problemsOf(draft({ scoring_preset_id: 8 }))).toMatchObject([{ field: 'scoring_preset_id' }])
  })
})

describe('the window', () => {
  test('a window may open before it closes, or at the same time', () => {
    expect(problemsOf(draft({ valid_from: 5, valid_to: 5 }))).toEqual([])
    expect(problemsOf(draft({ valid_from: 6, valid_to: 5 }))).toEqual([
      { field: 'valid_to', problem: 'must not be before valid_from' },
    ])
  })

  test('a change within a window needs both ends, except for a category, which counts its children', () => {
    const aggregation = 'DIFFERENCE_BETWEEN'
    expect(problemsOf(draft({ aggregation, valid_from: 5, valid_to: 9 }))).toEqual([])
    expect(problemsOf(draft({ aggregation, valid_to: 9 }))).toMatchObject([{ field: 'valid_from' }])
    expect(problemsOf(draft({ aggregation, valid_from: 5 }))).toMatchObject([{ field: 'valid_to' }])
    expect(problemsOf(branch({ aggregation }))).toEqual([])
  })
})
