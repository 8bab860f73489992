import { isCategory } from '@muster/domain/objectives/kinds'
import type { Node } from './definition.ts'
import type { Row } from './tree-rows.ts'

/** The objectives ticked in the tree, to be changed together. Categories are ticked through their objectives. */
export interface Picks {
  readonly ids: ReadonlySet<number>
  /** The row at which a range begins; null until one does. */
  readonly anchor_id: number | null
  /** The ticks besides the current range, which may still shrink. */
  readonly fixed: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()
export const noPicks: Picks = { ids: none, anchor_id: null, fixed: none }

/** The objectives that match a search, among its rows; null without a search, when all are shown. */
export const listShown = (rows: readonly Row[], search: string): ReadonlySet<number> | null =>
  search.trim() === '' ? null : new Set(rows.flatMap(({ node: { item } }) => (isCategory(item) ? [] : [item.id])))

/** The ids of the objectives in a branch, as far as they are shown; a collapsed category stands for all of its objectives. */
export function listBranchIds({ item, children }: Node, shown: ReadonlySet<number> | null): number[] {
  if (isCategory(item)) return children.flatMap((child) => listBranchIds(child, shown))
  return shown === null || shown.has(item.id) ? [item.id] : []
}

/** Ticks a row, or removes its tick; a category with a missing tick below it gets all of them. The next range begins here. */
export function togglePick({ ids }: Picks, node: Node, shown: ReadonlySet<number> | null): Picks {
  const branch = listBranchIds(node, shown)
  const isFull = branch.every((id) => ids.has(id))
  const removed = new Set(branch)
  const next = new Set(isFull ? [...ids].filter((id) => !removed.has(id)) : [...ids, ...branch])
  return { ids: next, anchor_id: node.item.id, fixed: next }
}

/**
 * Ticks the rows from the anchor to another row, in place of the previous range from the same anchor.
 * @param from the anchor of a new range
 */
export function pickRange(picks: Picks, rows: readonly Row[], from: number, to: number): Picks {
  const known = rows.findIndex(({ node }) => node.item.id === picks.anchor_id)
  const start = known === -1 ? from : known
  const fixed = known === -1 ? picks.ids : picks.fixed
  const between = rows.slice(Math.min(start, to), Math.max(start, to) + 1)
  const range = between.flatMap(({ node, isOpen }) => (isOpen && isCategory(node.item) ? [] : listBranchIds(node, null)))
  return { ids: new Set([...fixed, ...range]), anchor_id: rows[start]?.node.item.id ?? null, fixed }
}

/** Ticks everything that is shown. */
export function pickAll({ ids }: Picks, root: Node, shown: ReadonlySet<number> | null): Picks {
  const next = new Set([...ids, ...listBranchIds(root, shown)])
  return { ids: next, anchor_id: null, fixed: next }
}

/** The tick of a row; for a category, the tick of its objectives. */
export type Tick = 'true' | 'false' | 'mixed'

/** Reads the tick of each row, from one count of the ticked and of the shown objectives. */
export function readTicks(
  ids: ReadonlySet<number>,
  by_id: ReadonlyMap<number, Node>,
  shown: ReadonlySet<number> | null,
): (node: Node) => Tick {
  const ticked = countBelow(shown === null ? ids : [...ids].filter((id) => shown.has(id)), by_id)
  const all = shown && countBelow(shown, by_id)
  return (node) => {
    const { id } = node.item
    if (!isCategory(node.item)) return ids.has(id) ? 'true' : 'false'
    const count = ticked.get(id) ?? 0
    if (count === 0) return 'false'
    return count === (all ? all.get(id) : node.leaves) ? 'true' : 'mixed'
  }
}

/** How many of the objectives are below each category. */
function countBelow(ids: Iterable<number>, by_id: ReadonlyMap<number, Node>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) {
    for (let at = by_id.get(id)?.parent; at; at = at.parent) counts.set(at.item.id, (counts.get(at.item.id) ?? 0) + 1)
  }
  return counts
}
