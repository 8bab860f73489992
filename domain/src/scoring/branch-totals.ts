import type { TreeItem, TreeNode } from '../objectives/tree.ts'

/** objective id -> team id -> points of the node and everything below it. */
export type BranchTotals = ReadonlyMap<number, ReadonlyMap<number, number>>

/** objective id -> team id -> data about the team's score there. */
type ScoresOf<T> = ReadonlyMap<number, ReadonlyMap<number, T>>

/** Points of every branch and team. Every node has an entry; it lists only teams with a score in the branch. */
export function sumBranches(
  /** Parents before children, as returned by `buildTree`. */
  nodes: readonly TreeNode<TreeItem>[],
  scores: ScoresOf<{ readonly points: number }>,
): BranchTotals {
  const totals = new Map<number, Map<number, number>>(nodes.map(({ item }) => [item.id, new Map()]))
  const add = (to: Map<number, number> | undefined, team: number, points: number) => to?.set(team, (to.get(team) ?? 0) + points)
  // In reverse order, every child is complete before its parent needs it.
  for (const { item, parent } of nodes.toReversed()) {
    const own = totals.get(item.id)
    for (const [team, { points }] of scores.get(item.id) ?? []) add(own, team, points)
    if (parent) for (const [team, points] of own ?? []) add(totals.get(parent.item.id), team, points)
  }
  return totals
}

/**
 * Per branch: the number of objectives without parts that at least one team has finished, and of all such objectives. The root
 * does not count.
 */
export function countClaimed(
  nodes: readonly TreeNode<TreeItem>[],
  scores: ScoresOf<{ readonly finished: boolean }>,
): ReadonlyMap<number, readonly [claimed: number, all: number]> {
  const counts = new Map<number, readonly [number, number]>()
  for (const leaf of nodes) {
    if (leaf.children.length > 0 || leaf.parent === null) continue
    const isClaimed = [...(scores.get(leaf.item.id)?.values() ?? [])].some((score) => score.finished)
    for (let node: TreeNode<TreeItem> | null = leaf; node; node = node.parent) {
      const [claimed, all] = counts.get(node.item.id) ?? [0, 0]
      counts.set(node.item.id, [claimed + (isClaimed ? 1 : 0), all + 1])
    }
  }
  return counts
}
