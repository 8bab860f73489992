import type { DefinitionEditInput } from '@muster/contract/definition'
import type { ScoringPresetId } from '@muster/contract/ids'
import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { arrangeBoard, listBoardLines, placeDrawnLines } from '@muster/domain/objectives/board'
import { boardSide, noLayout, readExtra, writeExtra } from '@muster/domain/objectives/layout'
import { findMethod } from '@muster/domain/scoring/methods/index'
import type { Node } from './definition.ts'
import type { ObjectiveChange } from './many-changes.ts'

export type DrawnLine = NonNullable<PresetParameters['drawn_lines']>[number]

/** A board as the organiser edits it. */
export interface BoardDraft {
  readonly columns: number
  /** Ids of objectives, row by row; null: empty. */
  readonly cells: readonly (number | null)[]
  /** No objective has a cell of its own: they follow their order. */
  readonly isInOrder: boolean
  readonly drawn: readonly DrawnLine[]
}

/** The preset of a category that counts lines. */
export const findLinesPreset = ({ item }: Node, presets: readonly ScoringPreset[]): ScoringPreset | undefined =>
  [item.scoring_preset_id, ...(item.further_preset_ids ?? [])]
    .map((id) => presets.find((preset) => preset.id === id))
    .find((preset) => preset && findMethod(preset.scoring_method)?.takes.drawn_lines)

const fillInOrder = ({ children }: Node, drawn: BoardDraft['drawn']): BoardDraft => {
  const { columns, cells } = arrangeBoard(children, () => null)
  return { columns, cells: cells.map((child) => child?.item.id ?? null), isInOrder: true, drawn }
}

export function readBoardDraft(node: Node, preset: ScoringPreset | undefined): BoardDraft {
  const drawn = preset?.parameters?.drawn_lines ?? []
  const cellOf = (child: Node) => readExtra(child.item.extra).cell
  if (!node.children.some(cellOf)) return fillInOrder(node, drawn)
  const { columns, cells } = arrangeBoard(node.children, cellOf)
  return { columns, cells: cells.map((child) => child?.item.id ?? null), isInOrder: false, drawn }
}

/** Whether input of the right types, read from the browser, fits the category: whole rows, and its own objectives. */
export function isBoardOf({ children }: Node, { columns, cells, drawn }: BoardDraft): boolean {
  const ids = new Set(children.map(({ item }) => item.id))
  const isLine = (line: unknown) =>
    Array.isArray(line) && line.every((cell) => Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger))
  return (
    Number.isInteger(columns) &&
    columns > 0 &&
    columns <= boardSide &&
    cells.length % columns === 0 &&
    cells.length <= columns * boardSide &&
    cells.every((one) => one === null || ids.has(one)) &&
    drawn.every(isLine)
  )
}

/** Removes all cells: objectives follow their order. */
export const orderBoard = (node: Node, { drawn }: BoardDraft): BoardDraft => fillInOrder(node, drawn)

/** Puts an objective into a cell. An objective already there takes the cell that becomes free, or leaves the board. */
export function putOnBoard(draft: BoardDraft, id: number, at: number): BoardDraft {
  const from = draft.cells.indexOf(id)
  const other = draft.cells[at] ?? null
  const cells = draft.cells.map((one, position) => (position === at ? id : position === from ? other : one))
  return { ...draft, cells, isInOrder: false }
}

export const takeFromBoard = (draft: BoardDraft, id: number): BoardDraft => ({
  ...draft,
  cells: draft.cells.map((one) => (one === id ? null : one)),
  isInOrder: false,
})

/** Changes the size; objectives outside leave the board. */
export function resizeBoard(draft: BoardDraft, rows: number, columns: number): BoardDraft {
  const [height, width] = [rows, columns].map((count) => Math.min(boardSide, Math.max(1, count))) as [number, number]
  const cells = Array.from({ length: height * width }, (_, at) => {
    const [row, column] = [Math.floor(at / width), at % width]
    return column < draft.columns ? (draft.cells[row * draft.columns + column] ?? null) : null
  })
  return { ...draft, columns: width, cells, isInOrder: false }
}

export const rowsOf = ({ cells, columns }: BoardDraft): number => (columns === 0 ? 0 : cells.length / columns)

/** The lines that can be completed: their cells all have an objective. */
export function countPossibleLines(draft: BoardDraft): number {
  const size = { rows: rowsOf(draft), columns: draft.columns }
  const lines = draft.drawn.length > 0 ? placeDrawnLines(size, draft.drawn) : listBoardLines(size)
  return lines.filter(({ cells }) => cells.every((at) => (draft.cells[at] ?? null) !== null)).length
}

/** The objectives whose cell changes. */
export function listCellChanges({ children }: Node, { cells, columns, isInOrder }: BoardDraft): ObjectiveChange[] {
  return children.flatMap((node) => {
    const at = isInOrder ? -1 : cells.indexOf(node.item.id)
    const cell = at < 0 ? null : { row: Math.floor(at / columns), column: at % columns }
    const extra = writeExtra({ ...noLayout, ...readExtra(node.item.extra), cell })
    return extra === node.item.extra ? [] : [{ node, fields: { extra } }]
  })
}

/** The edit that stores the drawn lines of a preset; empty if they stay. @param version that the edit starts from */
export function writeDrawnLines(
  preset: ScoringPreset | undefined,
  drawn: BoardDraft['drawn'],
  version?: number,
): DefinitionEditInput[] {
  if (!preset || JSON.stringify(preset.parameters?.drawn_lines ?? []) === JSON.stringify(drawn)) return []
  const { id, name, description, points, point_cap, scoring_method, type, parameters } = preset
  const { drawn_lines: _, ...others } = parameters ?? {}
  return [
    {
      kind: 'save_preset',
      preset: {
        id: id as ScoringPresetId,
        base_version: version ?? preset.version,
        name,
        description,
        points,
        point_cap,
        scoring_method,
        type,
        parameters: { ...others, ...(drawn.length > 0 && { drawn_lines: drawn }) },
      },
    },
  ]
}
