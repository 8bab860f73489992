/** The fields that a list of nodes needs to be read as a tree; wire objectives and definitions both have them. */
export interface TreeItem {
  readonly id: number
  readonly parent_id: number | null
  readonly name: string
}

export interface TreeNode<T extends TreeItem> {
  readonly item: T
  readonly parent: TreeNode<T> | null
  readonly children: readonly TreeNode<T>[]
  /** 0 for the root. */
  readonly depth: number
}

export type TreeProblemCode = 'duplicate_id' | 'missing_parent' | 'several_roots' | 'cycle' | 'unreachable' | 'no_root'

/** A node that is left out of the tree, and why; `id` is null if the problem concerns the whole list. */
export interface TreeProblem {
  readonly id: number | null
  readonly code: TreeProblemCode
  readonly message: string
}

export interface Tree<T extends TreeItem> {
  readonly root: TreeNode<T> | null
  /** Every node connected to the root: parents before children, siblings in the order of the list. */
  readonly nodes: readonly TreeNode<T>[]
  readonly by_id: ReadonlyMap<number, TreeNode<T>>
  readonly problems: readonly TreeProblem[]
}

interface OpenNode<T extends TreeItem> extends TreeNode<T> {
  readonly children: OpenNode<T>[]
}

/**
 * Links a flat list. The root is the first node without a parent; nodes that are not connected to it are left out and reported;
 * nothing is thrown. Works without recursion, so chains of any length are supported.
 */
export function buildTree<T extends TreeItem>(items: readonly T[]): Tree<T> {
  const problems: TreeProblem[] = []
  const known = new Map<number, T>()
  const childrenOf = new Map<number, T[]>()
  let first: T | null = null
  for (const item of items) {
    if (known.has(item.id)) {
      problems.push({
        id: item.id,
        code: 'duplicate_id',
        message: `"${item.name}" repeats the id ${item.id}; the first one counts`,
      })
      continue
    }
    known.set(item.id, item)
    if (item.parent_id === null) {
      first ??= item
      continue
    }
    const siblings = childrenOf.get(item.parent_id)
    if (siblings === undefined) childrenOf.set(item.parent_id, [item])
    else siblings.push(item)
  }
  if (first === null) {
    if (items.length > 0)
      problems.push({ id: null, code: 'no_root', message: 'every objective has a parent, so there is no root' })
    return { root: null, nodes: [], by_id: new Map(), problems: [...problems, ...listLost(known, new Map())] }
  }

  const root: OpenNode<T> = { item: first, parent: null, children: [], depth: 0 }
  const by_id = new Map<number, OpenNode<T>>()
  const nodes: OpenNode<T>[] = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node)
    by_id.set(node.item.id, node)
    for (const item of childrenOf.get(node.item.id) ?? [])
      node.children.push({ item, parent: node, children: [], depth: node.depth + 1 })
    open.push(...node.children.toReversed())
  }
  return { root, nodes, by_id, problems: [...problems, ...listLost(known, by_id)] }
}

/** Reports for every unreached node why it was not reached. */
function listLost<T extends TreeItem>(known: ReadonlyMap<number, T>, reached: ReadonlyMap<number, unknown>): TreeProblem[] {
  const problems: TreeProblem[] = []
  for (const item of known.values()) {
    if (reached.has(item.id)) continue
    if (item.parent_id === null) {
      problems.push({ id: item.id, code: 'several_roots', message: `"${item.name}" is a second objective without a parent` })
    } else if (!known.has(item.parent_id)) {
      problems.push({
        id: item.id,
        code: 'missing_parent',
        message: `"${item.name}" has the parent ${item.parent_id}, which does not exist`,
      })
    } else if (isOnCycle(item, known)) {
      problems.push({ id: item.id, code: 'cycle', message: `"${item.name}" is its own ancestor` })
    } else {
      problems.push({
        id: item.id,
        code: 'unreachable',
        message: `"${item.name}" is in a branch that is not connected to the root`,
      })
    }
  }
  return problems
}

function isOnCycle<T extends TreeItem>(item: T, known: ReadonlyMap<number, T>): boolean {
  let at: T | undefined = item
  // A walk of more steps than there are nodes has entered a cycle that does not contain `item`.
  for (let steps = 0; steps < known.size && at !== undefined && at.parent_id !== null; steps++) {
    if (at.parent_id === item.id) return true
    at = known.get(at.parent_id)
  }
  return false
}

/** The node and everything below it, parents first. */
export function listBranch<T extends TreeItem>(node: TreeNode<T>): TreeNode<T>[] {
  const branch: TreeNode<T>[] = []
  const open = [node]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    branch.push(at)
    open.push(...at.children.toReversed())
  }
  return branch
}
