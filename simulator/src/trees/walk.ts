/** The order in which somebody takes the nodes of a tree: from notable to notable, each point joined to what is taken. */
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

/** Goals: so likely that somebody goes there, of those that are equally far. */
const pull: Readonly<Partial<Record<TreeNode['kind'], number>>> = { notable: 1, keystone: 0.6, socket: 0.5 }

/** The first `count` nodes after the start, in order; the same draws give the same way, and a longer one goes on from a shorter. */
export const walkTree = (tree: Tree, start: number, draws: Draws, count: number): number[] => {
  const nextTo = neighboursOf(tree)
  const taken = new Set([start])
  const order: number[] = []
  while (order.length < count) {
    // From all that is taken outwards: how each node was reached, nearest first.
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
        // A mastery leads nowhere.
        if (node.kind !== 'mastery') queue.push(other)
        const weight = (pull[node.kind] ?? 0) / far ** 3
        if (weight > 0) goals.push({ id: other, weight })
      }
    }
    if (goals.length === 0) break
    const goal = draws.pickWeighted(goals).id
    const way: number[] = []
    for (let id: number | undefined = goal; id !== undefined && !taken.has(id); id = cameFrom.get(id)) way.unshift(id)
    // Its mastery goes with a notable.
    const mastery = (nextTo.get(goal) ?? []).find((id) => tree.nodes.get(id)?.kind === 'mastery')
    for (const id of mastery === undefined ? way : [...way, mastery]) {
      taken.add(id)
      order.push(id)
    }
  }
  return order.slice(0, count)
}
