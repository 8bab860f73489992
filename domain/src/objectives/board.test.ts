import { expect, test } from 'vitest'
import { arrangeBoard, findCell, listBoardLines, nameCell } from './board.ts'
import { boardSide, type Cell } from './layout.ts'

const arrange = (...children: readonly [string, Cell | null][]) => {
  const { rows, columns, cells, beside } = arrangeBoard(children, ([, cell]) => cell)
  const names = cells.map((child) => child?.[0] ?? '.').join('')
  return `${rows}x${columns} ${names} ${beside.map(([name]) => name).join('')}`
}
const at = (row: number, column: number): Cell => ({ row, column })

test.each([
  { rule: 'no children, no board', children: [], board: '0x0  ' },
  { rule: 'without cells, row by row in the smallest square', children: ['a', 'b', 'c', 'd', 'e'], board: '3x3 abcde.... ' },
  { rule: 'a full square', children: ['a', 'b', 'c', 'd'], board: '2x2 abcd ' },
])('children without cells: $rule', ({ children, board }) => {
  expect(arrange(...children.map((name): [string, null] => [name, null]))).toBe(board)
})

test('the grid reaches to the largest coordinates, and keeps holes', () => {
  expect(arrange(['a', at(0, 2)], ['b', at(1, 0)])).toBe('2x3 ..ab.. ')
})

test('of two children in one cell the first keeps the cell; a child without a cell is beside the board', () => {
  expect(arrange(['a', at(0, 0)], ['b', at(0, 0)], ['c', null], ['d', at(0, 1)])).toBe('1x2 ad bc')
})

test('lines are rows, columns, and both diagonals of a square', () => {
  const lines = (rows: number, columns: number) =>
    listBoardLines({ rows, columns }).map(({ kind, number, cells }) => `${kind} ${number}: ${cells.join(' ')}`)
  expect(lines(2, 2)).toEqual([
    'row 1: 0 1',
    'row 2: 2 3',
    'column 1: 0 2',
    'column 2: 1 3',
    'diagonal 1: 0 3',
    'diagonal 2: 1 2',
  ])
  expect(lines(2, 3)).toEqual(['row 1: 0 1 2', 'row 2: 3 4 5', 'column 1: 0 3', 'column 2: 1 4', 'column 3: 2 5'])
  expect(listBoardLines({ rows: 7, columns: 7 })).toHaveLength(16)
})

test('every cell has a name, which leads back to it', () => {
  for (let row = 0; row < boardSide; row++) expect(findCell(nameCell(at(row, boardSide - 1 - row)))).toEqual(at(row, 19 - row))
  expect(nameCell(at(0, 2))).toBe('C1')
  expect(['c3', 'T20'].map(findCell)).toEqual([at(2, 2), at(19, 19)])
  expect(['', 'C', '3', 'C0', 'C21', 'U1', 'C1 ', 'AC1'].map(findCell)).toEqual(Array.from({ length: 8 }, () => null))
})
