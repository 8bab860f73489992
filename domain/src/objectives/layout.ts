import { isStorable } from '@muster/contract/storable'
import type { TreeItem } from './tree.ts'

export const views = [
  'uniques',
  'collections',
  'races',
  'bounties',
  'dailies',
  'gems',
  'scarabs',
  'heist',
  'delve',
  'board',
  'personal',
  'list',
] as const
export type View = (typeof views)[number]

/** A place on a board, both numbers from 0. */
export interface Cell {
  readonly row: number
  readonly column: number
}

/** The longest side of a board. */
export const boardSide = 20

/** How pages show an objective and its branch. On the wire, all fields are one text: `extra`. */
export interface Layout {
  /** Null: the name decides (`viewOf`). */
  readonly view: View | null
  /** Title of the branch's tab; null: the objective's name. */
  readonly tab: string | null
  /** The text for players. */
  readonly note: string
  /** Its place on the board of its category; null: in the order of the children (`arrangeBoard`). */
  readonly cell: Cell | null
}
export const noLayout: Layout = { view: null, tab: null, note: '', cell: null }

/** Names that select the view of a branch without a layout of its own. */
const viewsByName: Readonly<Record<string, View>> = {
  'Personal Objectives': 'personal',
  Uniques: 'uniques',
  'Focus Uniques': 'uniques',
  Races: 'races',
  Bounties: 'bounties',
  Collections: 'collections',
  Dailies: 'dailies',
  Heist: 'heist',
  Gems: 'gems',
  Scarabs: 'scarabs',
  Delve: 'delve',
}

/** A place on a board as existing servers write it: "column,row", both from 0. */
const cellPattern = /^(\d{1,2}),(\d{1,2})$/

/** The JSON object in a text, null if the text is anything else. */
function readObject(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    // Not JSON: a note for people that begins with a brace.
    return null
  }
}

const readText = (value: unknown): string | null => (typeof value === 'string' && isStorable(value) ? value : null)

/** The view of a branch: its own, or else the one for its English name. */
export const viewOf = ({ name, view }: Pick<TreeItem, 'name'> & Pick<Layout, 'view'>): View | null =>
  view ?? (Object.hasOwn(viewsByName, name) ? (viewsByName[name] ?? null) : null)

function readCell(value: unknown): Cell | null {
  const [, column, row] = (typeof value === 'string' && cellPattern.exec(value)) || []
  const cell = { row: Number(row), column: Number(column) }
  return cell.row < boardSide && cell.column < boardSide ? cell : null
}

const writeCell = ({ row, column }: Cell) => `${column},${row}`

/**
 * Reads `extra`: the note alone, a cell alone (`"2,0"`: third column, first row), or a JSON object with the layout. Any other text
 * is a note. Example: `{"layout":{"view":"dailies","tab":"Every day","note":"24 hours each"}}`.
 */
export function readExtra(extra: string): Layout {
  const alone = readCell(extra)
  if (alone) return { ...noLayout, cell: alone }
  const given = readObject(extra)?.['layout']
  if (typeof given !== 'object' || given === null) return { ...noLayout, note: extra }
  const { view, tab, note, cell } = given as Record<keyof Layout, unknown>
  return {
    view: views.find((known) => known === view) ?? null,
    tab: readText(tab),
    note: readText(note) ?? '',
    cell: readCell(cell),
  }
}

/** Writes `extra`. A note that looks like a layout or a cell is wrapped in a layout. */
export function writeExtra({ view, tab, note, cell }: Layout): string {
  if (view === null && tab === null) {
    if (cell === null && readExtra(note).note === note) return note
    if (cell !== null && note === '') return writeCell(cell)
  }
  return JSON.stringify({
    layout: {
      ...(view !== null && { view }),
      ...(tab !== null && { tab }),
      ...(note !== '' && { note }),
      ...(cell !== null && { cell: writeCell(cell) }),
    },
  })
}
