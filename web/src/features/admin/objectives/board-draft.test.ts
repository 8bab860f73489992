import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { expect, test } from 'vitest'
import { aCategory, anObjective } from '../../../test-event.tsx'
import {
  type BoardDraft,
  countPossibleLines,
  listCellChanges,
  orderBoard,
  putOnBoard,
  readBoardDraft,
  resizeBoard,
  takeFromBoard,
  writeDrawnLines,
} from './board-draft.ts'
import { linkDefinition } from './definition.ts'

const aField = (id: number, extra = '') => anObjective({ id, parent_id: 1, extra })
const aNode = (...children: Objective[]) => linkDefinition(aCategory({ id: 1, children })).root
const draw = ({ columns, cells }: BoardDraft) => `${columns}: ${cells.map((id) => id ?? '.').join(' ')}`
const square = aNode(aField(10), aField(11), aField(12), aField(13))
const start = readBoardDraft(square, undefined)

test('without cells the objectives are in order, and nothing changes', () => {
  expect([draw(start), start.isInOrder, listCellChanges(square, start)]).toEqual(['2: 10 11 12 13', true, []])
})

test('two objectives swap their cells, and all get a cell of their own', () => {
  const moved = putOnBoard(start, 10, 3)
  expect(draw(moved)).toBe('2: 13 11 12 10')
  expect(listCellChanges(square, moved).map(({ node, fields }) => [node.item.id, fields.extra])).toEqual([
    [10, '1,1'],
    [11, '1,0'],
    [12, '0,1'],
    [13, '0,0'],
  ])
})

test('an objective from beside the board takes the cell of another one, which leaves the board', () => {
  const without = takeFromBoard(start, 10)
  expect(draw(without)).toBe('2: . 11 12 13')
  expect(draw(putOnBoard(without, 10, 1))).toBe('2: . 10 12 13')
})

test('a larger board keeps every cell; a smaller one loses the objectives outside', () => {
  expect(draw(resizeBoard(start, 2, 3))).toBe('3: 10 11 . 12 13 .')
  expect(draw(resizeBoard(start, 1, 1))).toBe('1: 10')
  expect(draw(resizeBoard(start, 0, 21))).toMatch(/^20: 10 11 \. /)
})

test('the order of objectives removes stored cells, and keeps their notes', () => {
  const node = aNode(aField(10, '1,0'), aField(11, '{"layout":{"note":"any","cell":"0,0"}}'))
  const stored = readBoardDraft(node, undefined)
  expect(draw(stored)).toBe('2: 11 10')
  expect(listCellChanges(node, stored)).toEqual([])
  expect(listCellChanges(node, orderBoard(node, stored)).map(({ fields }) => fields.extra)).toEqual(['', 'any'])
})

test('lines with an empty cell are not possible; drawn ones count in place of the others', () => {
  expect(countPossibleLines(start)).toBe(6)
  expect(countPossibleLines(takeFromBoard(start, 10))).toBe(3)
  const drawn = [[[0, 0] as const], [[1, 1] as const]]
  expect(countPossibleLines({ ...takeFromBoard(start, 10), drawn })).toBe(1)
})

test('drawn lines are stored with the preset, whose other parameters stay', () => {
  const preset = { id: 3, name: 'Lines', version: 4, points: [10], parameters: { lines: 2, drawn_lines: [[[0, 0]]] } }
  const stored = preset as unknown as ScoringPreset
  expect(writeDrawnLines(stored, [[[0, 0]]])).toEqual([])
  expect(writeDrawnLines(stored, [])).toMatchObject([{ preset: { id: 3, base_version: 4, parameters: { lines: 2 } } }])
  expect(writeDrawnLines(undefined, [])).toEqual([])
})
