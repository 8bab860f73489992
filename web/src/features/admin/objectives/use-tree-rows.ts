import { useMemo, useState } from 'react'
import type { Node } from './definition.ts'
import { findNear, listRows } from './tree-rows.ts'

/** The rows of the tree: search, expanded categories, and the row with the keyboard. */
export function useTreeRows(root: Node, selected_id: number | null) {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<number>>(() => listOpen(root, selected_id))
  const [active_id, setActive] = useState<number>(selected_id ?? root.item.id)
  const rows = useMemo(() => listRows(root, open, search), [root, open, search])
  const [followed, follow] = useState({ selected_id, root })
  if (followed.selected_id !== selected_id || followed.root !== root) {
    follow({ selected_id, root })
    // After a link or a finding; a newer tree alone changes the active row only if that row is gone.
    if (selected_id !== null && followed.selected_id !== selected_id) setActive(selected_id)
    else if (followed.root !== root) setActive(findNear(listRows(followed.root, open, search), rows, active_id))
    setOpen((before) => new Set([...before, ...listOpen(root, selected_id)]))
  }
  const at = rows.findIndex(({ node }) => node.item.id === active_id)

  return {
    search,
    setSearch,
    rows,
    /** The place of the active row; the first one if it is hidden. */
    at: Math.max(0, at),
    active_id,
    setActive,
    toggle: (id: number, isOpen: boolean) =>
      setOpen((before) => new Set(isOpen ? [...before, id] : [...before].filter((other) => other !== id))),
  }
}

/** The categories above a selected row, and the row, which is expanded if it is a category. */
function listOpen(root: Node, selected_id: number | null): Set<number> {
  const found = new Set<number>()
  const look = (node: Node): boolean => {
    const isLine = node.item.id === selected_id || node.children.some(look)
    if (isLine) found.add(node.item.id)
    return isLine
  }
  if (selected_id !== null) look(root)
  return found
}
