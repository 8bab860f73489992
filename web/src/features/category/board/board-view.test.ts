import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { listBoardLines } from '@muster/domain/objectives/board'
import { expect, test } from 'vitest'
import { buildScoreTree } from '../../../api/scores/score-tree.ts'
import { aCategory, aLockedObjective, anObjective, aScore, aTree } from '../../../test-event.tsx'
import { findFirst, hyphenate, isLocked, layOut, rankLines, readTeamBoard } from './board-view.ts'

function aBoard(children: ReturnType<typeof anObjective>[]) {
  const category = aCategory({ id: 9, name: 'Bingo', children })
  const { tree, locked } = buildScoreTree({ objective: { ...aTree(), children: [category] } }, [])
  const node = tree.by_id.get(9)
  return layOut(node as NonNullable<typeof node>, locked)
}
const aField = (id: number, extra = '') => anObjective({ id, parent_id: 9, extra, required_number: 1 })
const idsOf = (board: ReturnType<typeof aBoard>) =>
  board.cells.map((field) => (field === null ? null : isLocked(field) ? 'locked' : field.item.id))

test('an objective that opens later keeps its place in the order', () => {
  expect(idsOf(aBoard([aField(10), aLockedObjective(9, 2), aLockedObjective(9, 3), aField(13)]))).toEqual([
    10,
    'locked',
    'locked',
    13,
  ])
})

test('an objective that opens later keeps its cell', () => {
  const later = { ...aLockedObjective(9, 2), extra: '1,1' }
  expect(idsOf(aBoard([aField(10, '0,0'), later]))).toEqual([10, null, null, 'locked'])
})

test('finished lines are ordered by their last fields, others by their missing fields', () => {
  const board = aBoard([10, 11, 12, 13].map((id) => aField(id)))
  const at = (timestamp: number) => [new Map([[1, aScore({ finished: true, timestamp })]])]
  const scores = [at(30), at(50), at(40), []]
  const { standing, open, finished } = readTeamBoard(board, listBoardLines(board), scores, 1, () => false)
  expect(finished).toBe(3)
  expect(standing.map(({ kind, timestamp }) => [kind, timestamp])).toEqual([
    ['column', 40_000],
    ['row', 50_000],
    ['diagonal', 50_000],
  ])
  expect(open.map(({ kind, missing }) => [kind, missing])).toEqual([
    ['row', [3]],
    ['column', [3]],
    ['diagonal', [3]],
  ])
  const isLost = (position: number) => position === 3
  expect(readTeamBoard(board, listBoardLines(board), scores, 1, isLost).open).toEqual([])
})

test('the preset decides the lines; a category with other presets has none', () => {
  const board = aBoard([10, 11, 12, 13].map((id) => aField(id)))
  const aPreset = (scoring_method: string, parameters = {}) => ({ id: 7, scoring_method, parameters }) as unknown as ScoringPreset
  expect(rankLines(board, [])).toMatchObject({ required: 1, lines: { length: 6 } })
  expect(rankLines(board, [aPreset('BINGO_3')])).toBeNull()
  const drawn_lines = [
    [
      [1, 0],
      [0, 1],
    ],
  ]
  expect(rankLines(board, [aPreset('BINGO_3'), aPreset('BINGO_BOARD', { lines: 2, drawn_lines })])).toEqual({
    required: 2,
    preset_id: 7,
    lines: [{ kind: 'drawn', number: 1, cells: [1, 2] }],
  })
})

test('teams that finished a field at the same time were both first', () => {
  const score = (timestamp: number, finished = true) => aScore({ finished, timestamp })
  const scores = new Map([
    [1, score(20)],
    [2, score(10)],
    [3, score(10)],
    [4, score(5, false)],
  ])
  expect(findFirst([scores])).toEqual({ team_ids: [2, 3], at: 10 })
  expect(findFirst([])).toBeNull()
})

test.each([
  ['Deerstalker', 'Deerstal-ker'],
  ['Hrimsorrow', 'Hrim-sor-row'],
  ['Astramentis and Abyssus', 'Astra-men-tis and Abyssus'],
  ['Mageblood', 'Mageblood'],
])('long words of %s can be hyphenated', (name, hyphenated) => {
  expect(hyphenate(name).replaceAll('\u00AD', '-')).toBe(hyphenated)
})
