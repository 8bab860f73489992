import type { TreeLayout } from '@muster/contract/game-trees'

/** Nodes that cost an ascendancy point: all except first nodes and nodes that come with others. null if no tree was imported. */
export function listAscendancyNodes({ patch, nodes }: Pick<TreeLayout, 'patch' | 'nodes'>): ReadonlySet<number> | null {
  if (patch === null) return null
  return new Set(
    nodes.filter((node) => node.ascendancy !== null && node.kind !== 'start' && !node.is_free).map((node) => node.id),
  )
}

/** Points that a character spent on its ascendancy. */
export const countAscendancyPoints = (hashes: readonly number[], nodes: ReadonlySet<number>): number =>
  new Set(hashes.filter((hash) => nodes.has(hash))).size
