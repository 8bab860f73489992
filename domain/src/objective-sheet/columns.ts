import { textLength } from '@muster/contract/body'
import { describeUnknown, quote } from '../definition-file/reader.ts'
import { readTable } from './table.ts'

interface ColumnRow {
  readonly label: string
  /** Other headings with the same meaning, in small letters without spaces. */
  readonly words: readonly string[]
}

/** The columns of the grid, in their order. */
const columnRows = {
  category: { label: 'Category', words: ['categories', 'group', 'section', 'path', 'folder', 'parent', 'tab', 'set'] },
  name: { label: 'Name', words: ['objective', 'objectivename', 'title', 'task', 'goal', 'challenge'] },
  kind: { label: 'Kind', words: ['type', 'objectivetype', 'counts'] },
  conditions: {
    label: 'What counts',
    words: ['condition', 'conditions', 'item', 'items', 'itemname', 'conditionoritem', 'rule', 'filter'],
  },
  number_field: { label: 'Number', words: ['numberfield', 'field', 'counted', 'measure', 'stat', 'numbercounted'] },
  required_number: {
    label: 'Required',
    words: ['requirednumber', 'amount', 'count', 'quantity', 'qty', 'target', 'needed', 'howmany', 'threshold'],
  },
  scoring_preset: { label: 'Preset', words: ['scoringpreset', 'points', 'scoring', 'score', 'pays', 'worth'] },
  aggregation: { label: 'Adds up', words: ['aggregation', 'howitaddsup', 'hownumbersaddup', 'adding', 'method'] },
  valid_from: { label: 'Opens', words: ['open', 'validfrom', 'from', 'start', 'starts', 'begins', 'opensat', 'release'] },
  valid_to: { label: 'Closes', words: ['close', 'validto', 'to', 'until', 'end', 'ends', 'closesat', 'deadline'] },
  note: { label: 'Note', words: ['notes', 'comment', 'comments', 'description', 'text', 'info', 'hint', 'extra'] },
  cell: { label: 'Board cell', words: ['cell', 'square', 'boardsquare', 'place', 'position'] },
  key: { label: 'Key', words: ['id', 'filekey'] },
} as const satisfies Record<string, ColumnRow>

export type Column = keyof typeof columnRows
export const columns = Object.keys(columnRows) as readonly Column[]
export const labelColumn = (column: Column): string => columnRows[column].label
export const columnLabels: readonly string[] = columns.map(labelColumn)

/** Cells in the order of `columns`, each a text. */
export type SheetRow = readonly string[]
export const emptyRow: SheetRow = columns.map(() => '')
export const isEmptyRow = (row: SheetRow): boolean => row.every((cell) => cell.trim() === '')

/** Upper bounds for a grid. One save makes at most 2,000 edits. */
export const maxRows = 2000
export const longestCell = 2 * textLength
/** Longer texts are refused before they are read. */
export const longestTable = 4_000_000

/** A text for comparison: small letters and digits. */
export const fold = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const byWord: ReadonlyMap<string, Column> = new Map(
  columns.flatMap((column): [string, Column][] => {
    const { label, words } = columnRows[column]
    return [fold(column), fold(label), ...words].map((word) => [word, column])
  }),
)
export const findColumn = (heading: string): Column | null => byWord.get(fold(heading)) ?? null

export type SheetRead =
  | {
      readonly ok: true
      readonly rows: readonly SheetRow[]
      /** Sentences about columns that were not taken. */
      readonly leftOut: readonly string[]
    }
  | { readonly ok: false; readonly problem: string }

/** The position of each cell's column; null if the first row has no headings. */
function readHeadings(first: readonly string[]): readonly (Column | null)[] | null {
  const found = first.map(findColumn)
  const named = first.filter((cell) => cell.trim() !== '').length
  const known = found.filter((column) => column !== null).length
  return found.includes('name') && known >= 2 && known * 2 >= named ? found : null
}

/** The rows of a pasted table or a file. Without headings in the first row, the cells are in the order of the grid. */
export function readSheet(text: string): SheetRead {
  if (text.length > longestTable)
    return { ok: false, problem: `The table is longer than ${longestTable.toLocaleString('en')} characters. Paste it in parts.` }
  const table = readTable(text).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [first = []] = table
  const headings = readHeadings(first)
  const body = headings ? table.slice(1) : table
  if (body.length > maxRows)
    return {
      ok: false,
      problem: `The table has ${body.length.toLocaleString('en')} rows; at most ${maxRows.toLocaleString('en')} fit. Paste it in parts.`,
    }
  const tooLong = body.findIndex((row) => row.some((cell) => cell.length > longestCell))
  if (tooLong !== -1)
    return { ok: false, problem: `Row ${tooLong + 1} has a cell with more than ${longestCell.toLocaleString('en')} characters.` }
  const order: readonly (Column | null)[] = headings ?? columns
  const leftOut = (headings ?? []).flatMap((column, at) => {
    const heading = first[at]?.trim() ?? ''
    if (column === null)
      return heading === '' ? [] : [`${quote(heading)} is not a column here; ${describeUnknown(heading, columnLabels)}`]
    const before = order.indexOf(column)
    return before < at ? [`${quote(heading)} is the same column as ${quote(first[before] ?? '')}; the first one is used`] : []
  })
  const longest = body.reduce((most, row) => Math.max(most, row.length), 0)
  if (!headings && longest > columns.length)
    leftOut.push(`Rows have ${longest} cells, and the grid has ${columns.length} columns. Put headings into the first row.`)
  const positions = columns.map((column) => order.indexOf(column))
  return { ok: true, rows: body.map((row) => positions.map((at) => row[at] ?? '')), leftOut }
}

/**
 * Fills cells from one cell on, as a spreadsheet does; cells beyond the last column or row are left out. A table with headings is
 * taken as rows of its own after the others.
 * @param at position of the row; the next one after the last may be new
 */
export function pasteCells(rows: readonly SheetRow[], text: string, at: number, place: number): readonly SheetRow[] {
  const table = text.length > longestTable ? [] : readTable(text)
  if (readHeadings(table[0] ?? [])) {
    const read = readSheet(text)
    return read.ok ? [...rows, ...read.rows].slice(0, maxRows) : rows
  }
  const filled = [...rows]
  for (const [down, cells] of table.slice(0, Math.max(0, maxRows - at)).entries()) {
    const before = filled[at + down] ?? emptyRow
    filled[at + down] = before.map((cell, column) => cells[column - place]?.slice(0, longestCell) ?? cell)
  }
  return filled
}
