import { expect, test } from 'vitest'
import { buildScoreTree } from '../../../api/scores/score-tree.ts'
import { aCategory, aLockedObjective, anObjective, aScore, aTree } from '../../../test-event.tsx'
import { findFirst, isLocked, layOut, linesOf, moveInGrid, readTeamBoard } from './board-view.ts'

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

test('lines stand in the order of their last fields; others are listed by their missing fields', () => {
  const board = aBoard([10, 11, 12, 13].map((id) => aField(id)))
  const at = (timestamp: number) => [new Map([[1, aScore({ finished: true, timestamp })]])]
  const scores = [at(30), at(50), at(40), []]
  const { standing, open, finished } = readTeamBoard(board, linesOf(board), scores, 1, () => false)
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
  expect(readTeamBoard(board, linesOf(board), scores, 1, isLost).open).toEqual([])
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
  ['ArrowRight', 4, 5],
  ['ArrowRight', 5, 5],
  ['ArrowLeft', 3, 3],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 1],
  ['ArrowDown', 7, 7],
  ['Home', 4, 3],
  ['End', 4, 5],
  ['Enter', 4, null],
])('%s on position %i of a 3 x 3 grid leads to %j', (key, at, next) => {
  expect(moveInGrid({ key, ctrlKey: false }, at, { rows: 3, columns: 3 })).toBe(next)
})

test('Ctrl+Home and Ctrl+End lead to the first and last field', () => {
  expect(moveInGrid({ key: 'Home', ctrlKey: true }, 4, { rows: 2, columns: 3 })).toBe(0)
  expect(moveInGrid({ key: 'End', ctrlKey: true }, 1, { rows: 2, columns: 3 })).toBe(5)
})
