import type { PresetParameters } from '@muster/contract/preset-parameters'
import { boardSide, type Cell } from './layout.ts'

/** A cell as people name it, like one of a spreadsheet: "C1" is the third column of the first row. */
export const nameCell = ({ row, column }: Cell): string => `${String.fromCharCode(65 + column)}${row + 1}`

/** The name of the cell at a position of a grid that is read row by row. */
export const nameCellAt = (position: number, columns: number): string =>
  nameCell({ row: Math.floor(position / columns), column: position % columns })

/** The cell with a name; null: no cell of a board has it. */
export function findCell(name: string): Cell | null {
  const [, letter = '', number] = /^([A-T])([1-9]\d?)$/i.exec(name) ?? []
  const cell = { row: Number(number) - 1, column: letter.toUpperCase().charCodeAt(0) - 65 }
  return cell.row < boardSide ? cell : null
}

/** The children of a category in a grid. */
export interface Board<T> {
  readonly rows: number
  readonly columns: number
  /** Row by row; null: a hole, which no objective fills. */
  readonly cells: readonly (T | null)[]
  /** Children without a place: no cell of their own while others have one, or a cell that is taken. */
  readonly beside: readonly T[]
}

/**
 * Places children on their cells; the grid reaches to the largest coordinates. Of two children in one cell the first one has it.
 * If no child has a cell, they fill the smallest square row by row.
 * @example Five children without cells: three in the first row and two in the second of a 3 x 3 board; the other cells are holes.
 */
export function arrangeBoard<T>(children: readonly T[], cellOf: (child: T) => Cell | null | undefined): Board<T> {
  const placed = children.flatMap((child) => {
    const cell = cellOf(child)
    return cell ? [{ child, cell }] : []
  })
  if (placed.length === 0) {
    const side = Math.ceil(Math.sqrt(children.length))
    return { rows: side, columns: side, cells: Array.from({ length: side * side }, (_, at) => children[at] ?? null), beside: [] }
  }
  const rows = 1 + Math.max(...placed.map(({ cell }) => cell.row))
  const columns = 1 + Math.max(...placed.map(({ cell }) => cell.column))
  const cells: (T | null)[] = Array.from({ length: rows * columns }, () => null)
  const onBoard = new Set<T>()
  for (const { child, cell } of placed) {
    const at = cell.row * columns + cell.column
    if (cells[at] !== null) continue
    cells[at] = child
    onBoard.add(child)
  }
  return { rows, columns, cells, beside: children.filter((child) => !onBoard.has(child)) }
}

/** A line; the number counts lines of its kind from 1: rows from the top, columns from the left. */
export interface BoardLine {
  readonly kind: 'row' | 'column' | 'diagonal' | 'drawn'
  readonly number: number
  readonly cells: readonly number[]
}

/** The lines of a board as positions in its cells: rows, columns, and both diagonals of a square. */
export function listBoardLines({ rows, columns }: Pick<Board<unknown>, 'rows' | 'columns'>): readonly BoardLine[] {
  const lines: BoardLine[] = []
  for (let row = 0; row < rows; row++) {
    lines.push({ kind: 'row', number: row + 1, cells: Array.from({ length: columns }, (_, column) => row * columns + column) })
  }
  for (let column = 0; column < columns; column++) {
    lines.push({ kind: 'column', number: column + 1, cells: Array.from({ length: rows }, (_, row) => row * columns + column) })
  }
  if (rows !== columns || rows === 0) return lines
  const side = rows
  lines.push({ kind: 'diagonal', number: 1, cells: Array.from({ length: side }, (_, at) => at * side + at) })
  lines.push({ kind: 'diagonal', number: 2, cells: Array.from({ length: side }, (_, at) => at * side + side - 1 - at) })
  return lines
}

/** The organisers' lines on a board, numbered in their order; a cell outside the grid is a hole, at -1. */
export const placeDrawnLines = (
  { rows, columns }: Pick<Board<unknown>, 'rows' | 'columns'>,
  drawn: NonNullable<PresetParameters['drawn_lines']>,
): readonly BoardLine[] =>
  drawn.map((cells, at) => ({
    kind: 'drawn',
    number: at + 1,
    cells: cells.map(([column, row]) => (row < rows && column < columns ? row * columns + column : -1)),
  }))
