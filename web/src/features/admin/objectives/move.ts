import type { Objective } from '@muster/contract/objectives'

/** Target of a move: below a category, before one of its children; null for the last position. */
export interface Move {
  readonly id: number
  readonly parent_id: number
  readonly before_id: number | null
}

const find = (tree: Objective, id: number): Objective | undefined =>
  tree.id === id ? tree : tree.children.map((child) => find(child, id)).find((found) => found !== undefined)

/** The tree after a move. */
export function moveInTree(tree: Objective, { id, parent_id, before_id }: Move): Objective {
  const moved = find(tree, id)
  if (!moved || !find(tree, parent_id) || find(moved, parent_id)) return tree
  const place = (item: Objective): Objective => {
    const children = item.children.filter((child) => child.id !== id).map(place)
    if (item.id === parent_id) {
      const at = children.findIndex((child) => child.id === before_id)
      children.splice(at === -1 ? children.length : at, 0, { ...moved, parent_id })
    }
    return { ...item, children }
  }
  return place(tree)
}
