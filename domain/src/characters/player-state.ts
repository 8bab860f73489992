import type { GameVersion } from '@muster/contract/events'
import type { CalculatedFigures } from '../builds/calculated-figures.ts'
import { games } from '../events/games.ts'
import type { WornValues } from './worn-values.ts'

/** The known state of one player's tracked character. Unknown values are 0, null or empty. */
export interface PlayerState {
  readonly level: number
  readonly experience: number
  readonly ascendancy_points: number
  readonly pantheon_major: string | null
  readonly pantheon_minor: string | null
  /** The ladder's `depth.default`. */
  readonly delve_depth: number
  /** Allocated nodes of the largest atlas tree, see `countAtlasNodes`. */
  readonly atlas_node_count: number
  /** The figures of the newest calculated build; null: no build was calculated yet. */
  readonly figures: CalculatedFigures | null
  /** Null: the items were not seen yet. */
  readonly worn: WornValues | null
}

/**
 * Allocated nodes of the largest atlas tree.
 * @param trees from the game, which may name a node twice
 */
export function countAtlasNodes(trees: readonly { readonly hashes: readonly number[] }[]): number {
  return Math.max(0, ...trees.map(({ hashes }) => new Set(hashes).size))
}

/** Both a major and a minor power are chosen. */
export function hasPantheon(player: Pick<PlayerState, 'pantheon_major' | 'pantheon_minor'>, game_version: GameVersion): boolean {
  return games[game_version].pantheon && Boolean(player.pantheon_major) && Boolean(player.pantheon_minor)
}
