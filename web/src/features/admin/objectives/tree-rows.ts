import { isCategory } from '@muster/domain/objectives/kinds'
import type { Node } from './definition.ts'
import type { Move } from './move.ts'

export interface Row {
  readonly node: Node
  readonly isOpen: boolean
  /** Position among its siblings, counted from 1. */
  readonly place: number
}

/** Visible rows: the expanded ones, or all search hits with their ancestors. */
export function listRows(root: Node, open: ReadonlySet<number>, search: string): Row[] {
  const wanted = search.trim().toLowerCase()
  const rows: Row[] = []
  if (wanted === '') {
    const add = (node: Node, place: number) => {
      const isOpen = node.parent === null || open.has(node.item.id)
      rows.push({ node, isOpen, place })
      if (isOpen) for (const [index, child] of node.children.entries()) add(child, index + 1)
    }
    add(root, 1)
    return rows
  }
  const addFound = (node: Node, place: number): boolean => {
    const at = rows.length
    rows.push({ node, isOpen: true, place })
    let isFound = node.item.name.toLowerCase().includes(wanted) || String(node.item.id) === wanted
    for (const [index, child] of node.children.entries()) isFound = addFound(child, index + 1) || isFound
    if (!isFound && node.parent !== null) rows.length = at
    return isFound
  }
  addFound(root, 1)
  return rows
}

/** The row of an id or, if it is gone, the next row that both lists have. */
export function findNear(before: readonly Row[], after: readonly Row[], id: number): number {
  const left = new Set(after.map(({ node }) => node.item.id))
  const at = before.findIndex(({ node }) => node.item.id === id)
  if (at === -1) return id
  const nearest = [...before.slice(at), ...before.slice(0, at).reverse()]
  return nearest.find(({ node }) => left.has(node.item.id))?.node.item.id ?? id
}

export const isWithin = (node: Node, id: number): boolean =>
  node.item.id === id || (node.parent !== null && isWithin(node.parent, id))

/** A keyboard step: among the siblings, into the previous category, or out of its own; null if there is no such position. */
export function stepMove(node: Node, direction: 'up' | 'down' | 'in' | 'out'): Move | null {
  const { parent } = node
  if (parent === null) return null
  const siblings = parent.children
  const at = siblings.indexOf(node)
  const id = node.item.id
  const idOf = (index: number) => siblings[index]?.item.id ?? null
  if (direction === 'up') return at === 0 ? null : { id, parent_id: parent.item.id, before_id: idOf(at - 1) }
  if (direction === 'down') return at === siblings.length - 1 ? null : { id, parent_id: parent.item.id, before_id: idOf(at + 2) }
  if (direction === 'in') {
    const into = siblings.slice(0, at).findLast(({ item }) => isCategory(item))
    return into ? { id, parent_id: into.item.id, before_id: null } : null
  }
  const above = parent.parent
  if (above === null) return null
  const next = above.children[above.children.indexOf(parent) + 1]
  return { id, parent_id: above.item.id, before_id: next?.item.id ?? null }
}

/** The move for a drop of one objective on another: before it, after it, or into it; null if that is impossible. */
export function dropMove(dragged: Node, over: Node, zone: 'before' | 'into' | 'after'): Move | null {
  const id = dragged.item.id
  if (isWithin(over, id)) return null
  if (zone === 'into') return isCategory(over.item) ? { id, parent_id: over.item.id, before_id: null } : null
  const { parent } = over
  if (parent === null) return null
  const at = parent.children.indexOf(over)
  const before = zone === 'before' ? over : parent.children[at + 1]
  if (before === dragged) return null
  return { id, parent_id: parent.item.id, before_id: before?.item.id ?? null }
}
