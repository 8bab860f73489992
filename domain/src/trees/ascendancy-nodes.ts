import type { TreeLayout } from '@muster/contract/game-trees'

/** Nodes that cost a point of an ascendancy: all of them but where they begin and what comes with others. null: no tree was imported, so nobody knows. */
export function listAscendancyNodes({ patch, nodes }: Pick<TreeLayout, 'patch' | 'nodes'>): ReadonlySet<number> | null {
  if (patch === null) return null
  return new Set(
    nodes.filter((node) => node.ascendancy !== null && node.kind !== 'start' && !node.is_free).map((node) => node.id),
  )
}

/** Points that a character spent on its ascendancy. */
export const countAscendancyPoints = (hashes: readonly number[], nodes: ReadonlySet<number>): number =>
  new Set(hashes.filter((hash) => nodes.has(hash))).size
