import type { Character, LadderEntry } from '@muster/contract/ladder'
import type { PlayerState } from './player-state.ts'

/** A character in the form of the player rules; the API only sends whether a pantheon power is chosen. */
export function readLadderState(character: Character, entry: Pick<LadderEntry, 'level' | 'delve'> | undefined): PlayerState {
  const god = character.pantheon ? 'chosen' : null
  return {
    level: entry?.level ?? character.level,
    ascendancy_points: character.ascendancy_points,
    pantheon_major: god,
    pantheon_minor: god,
    delve_depth: entry?.delve ?? 0,
    atlas_node_count: character.atlas_node_count,
  }
}
