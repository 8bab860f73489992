import type { GameVersion } from '@muster/contract/events'
import type { Character, LadderEntry } from '@muster/contract/ladder'
import type { NumberField } from '@muster/contract/objectives'
import { type PlayerState, readPlayerNumber } from '@muster/domain/characters/numbers'

/** A character as the rules about players read it; the wire only says whether there is a pantheon. */
export function readPlayerState(character: Character, entry: LadderEntry | undefined): PlayerState {
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

/** What the player has reached in an objective; null for those that are not read from characters. */
export const readOwn = (player: PlayerState | null, number_field: string, game_version: GameVersion): number | null =>
  player === null ? null : readPlayerNumber(number_field as NumberField, player, game_version)
