/** The order in which a character allocates the nodes of a tree: from notable to notable, always connected. */
import type { Draws } from '../prng.ts'
import type { Tree, TreeNode } from './tree.ts'

const neighbours = new WeakMap<Tree, Map<number, number[]>>()

const neighboursOf = (tree: Tree): Map<number, number[]> => {
  const known = neighbours.get(tree)
  if (known) return known
  const found = new Map<number, number[]>([...tree.nodes.keys()].map((id) => [id, []]))
  for (const { id, out } of tree.nodes.values())
    for (const other of out) {
      found.get(id)?.push(other)
      found.get(other)?.push(id)
    }
  neighbours.set(tree, found)
  return found
}

/** Weights of the possible goals among equally distant nodes. */
const pull: Readonly<Partial<Record<TreeNode['kind'], number>>> = { notable: 1, keystone: 0.6, socket: 0.5 }

/**
 * The first `count` nodes after the start, in order. The same draws give the same path, and a longer path continues a shorter
 * one.
 */
export const walkTree = (tree: Tree, start: number, draws: Draws, count: number): number[] => {
  const nextTo = neighboursOf(tree)
  const taken = new Set([start])
  const order: number[] = []
  while (order.length < count) {
    // Previous node of each node on the way from the allocated nodes, nearest first.
    const cameFrom = new Map<number, number>()
    const queue = [...taken]
    const distance = new Map<number, number>(queue.map((id) => [id, 0]))
    const goals: { id: number; weight: number }[] = []
    for (let head = 0; head < queue.length; head++) {
      const id = queue[head] ?? start
      const far = (distance.get(id) ?? 0) + 1
      for (const other of nextTo.get(id) ?? []) {
        const node = tree.nodes.get(other)
        if (!node || distance.has(other) || node.kind === 'start' || node.ascendancy !== null) continue
        distance.set(other, far)
        cameFrom.set(other, id)
        // A mastery is a dead end.
        if (node.kind !== 'mastery') queue.push(other)
        const weight = (pull[node.kind] ?? 0) / far ** 3
        if (weight > 0) goals.push({ id: other, weight })
      }
    }
    if (goals.length === 0) break
    const goal = draws.pickWeighted(goals).id
    const way: number[] = []
    for (let id: number | undefined = goal; id !== undefined && !taken.has(id); id = cameFrom.get(id)) way.unshift(id)
    // A notable's mastery is allocated together with it.
    const mastery = (nextTo.get(goal) ?? []).find((id) => tree.nodes.get(id)?.kind === 'mastery')
    for (const id of mastery === undefined ? way : [...way, mastery]) {
      taken.add(id)
      order.push(id)
    }
  }
  return order.slice(0, count)
}
