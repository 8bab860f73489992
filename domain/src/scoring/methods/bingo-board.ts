import { readNextPlace, type MethodRow } from './method.ts'
import { ofChildren } from './plain-row.ts'

/**
 * Lines are the rows, the columns and, on a square, both diagonals, or the lines that organisers draw instead. The time of a line is
 * that of its last cell; with `lines` 3, the third line decides. The board reaches to the largest row and column of its cells. A line
 * with an empty cell cannot be completed, of two children in one cell the first has it, and children without a cell are beside the board.
 * If no child has a cell, they fill the smallest square row by row. Children keep their points; a child without a scoring rule shows its
 * result, and pays nothing. Once a child has closed, the points
 * still possible are not known in advance.
 * @example Points 100, 60, and `lines` 2. Red completes lines at 10:00 and 12:00, Blue at 10:30 and 11:00: Blue 100, Red 60. Green
 * has one line: 0 points, and "1 of 2 lines".
 */
export const bingoBoard: MethodRow = {
  ...ofChildren,
  takes: { lines: 'optional', drawn_lines: 'optional' },
  pays: 'by_place',
  potential: readNextPlace,
  reachable: (input) => (input.finished || input.lost_children > 0 ? 0 : readNextPlace(input)),
}
