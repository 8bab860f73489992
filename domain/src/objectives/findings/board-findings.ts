import { findMethod } from '../../scoring/methods/index.ts'
import { arrangeBoard, nameCell, nameCellAt } from '../board.ts'
import type { EventDefinition, ObjectiveDefinition } from '../definition.ts'
import { viewOf } from '../layout.ts'
import { listPresetIds } from '../preset-ids.ts'
import type { TreeNode } from '../tree.ts'
import { countOf, type Finding, say } from './finding.ts'

/** Empty cells to name. */
const maxNamed = 5

/** Cells of boards that two objectives have, objectives without a cell, holes, and fields that pages cannot show as finished. */
export function* reviewBoards(nodes: readonly TreeNode<ObjectiveDefinition>[], { presets }: EventDefinition): Generator<Finding> {
  const ofLines = new Set(presets.filter((one) => findMethod(one.scoring_method)?.takes.drawn_lines).map(({ id }) => id))
  for (const { item, children } of nodes) {
    if (children.length === 0) continue
    const hasLines = listPresetIds(item).some((id) => ofLines.has(id))
    if (hasLines || viewOf(item) === 'board') yield* reviewBoard(item, children, hasLines)
  }
}

function* reviewBoard(
  item: ObjectiveDefinition,
  children: readonly TreeNode<ObjectiveDefinition>[],
  hasLines: boolean,
): Generator<Finding> {
  const { cells, columns, beside } = arrangeBoard(children, (child) => child.item.cell)
  const found = { code: 'broken_board', preset_id: null } as const
  for (const child of beside) {
    const { cell } = child.item
    const other = cell && cells[cell.row * columns + cell.column]
    yield {
      ...found,
      severity: 'error',
      objective_id: child.item.id,
      sentence: other
        ? say`${child.item} is not on the board of ${item}: ${other.item} has the cell ${nameCell(cell)}.`
        : say`${child.item} is not on the board of ${item}, because it has no cell.`,
    }
  }
  const empty = cells.flatMap((child, at) => (child === null ? [nameCellAt(at, columns)] : []))
  if (hasLines && empty.length > 0) {
    const names = `${empty.slice(0, maxNamed).join(', ')}${empty.length > maxNamed ? ' and others' : ''}`
    const count = countOf(empty.length, 'empty cell', 'empty cells')
    const sentence = say`The board of ${item} has ${count} (${names}). A line with an empty cell cannot be completed.`
    yield { ...found, severity: 'warning', objective_id: item.id, sentence }
  }
  const unscored = children.find((child) => listPresetIds(child.item).length === 0)
  if (unscored) {
    const sentence = say`Pages cannot show which teams finished ${unscored.item} on the board of ${item}: it has no scoring preset. A preset may pay 0 points.`
    yield { ...found, severity: 'notice', objective_id: unscored.item.id, sentence }
  }
}
