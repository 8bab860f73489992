import type { GameVersion } from '@muster/contract/events'
import type { Character, LadderEntry } from '@muster/contract/ladder'
import type { NumberField } from '@muster/contract/objectives'
import { readPlayerNumber } from '@muster/domain/characters/numbers'
import type { PlayerState } from '@muster/domain/characters/player-state'

/** A character in the form of the player rules; the API only sends whether a pantheon power is chosen. */
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

/** The player's number for an objective; null if the number does not come from characters. */
export const readOwn = (player: PlayerState | null, number_field: string, game_version: GameVersion): number | null =>
  player === null ? null : readPlayerNumber(number_field as NumberField, player, game_version)
