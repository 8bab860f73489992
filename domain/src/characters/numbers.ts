import type { GameVersion } from '@muster/contract/events'
import type { NumberField } from '@muster/contract/objectives'
import { games } from '../events/games.ts'
import { numberRows } from './number-rows.ts'
import type { PlayerState } from './player-state.ts'

/** The maximum of a number field for one player: 0 in a game without it, null if it is unknown. */
export function readMostNumber(number_field: NumberField, game_version: GameVersion): number | null {
  const { most, is_in } = numberRows[number_field]
  if (!is_in(games[game_version])) return 0
  return typeof most === 'function' ? most(game_version) : most
}

/** Whether the game's answers about characters show a number. */
export const isOfCharacters = (number_field: NumberField): boolean => numberRows[number_field].read !== null

/** A player's value of a number field; null if the field is not read from characters. */
export function readPlayerNumber(number_field: NumberField, player: PlayerState, game_version: GameVersion): number | null {
  return numberRows[number_field].read?.(player, game_version) ?? null
}

/** The sum over a team; null if the field is not read from characters. */
export function readTeamNumber(
  number_field: NumberField,
  players: readonly PlayerState[],
  game_version: GameVersion,
): number | null {
  if (!isOfCharacters(number_field)) return null
  return players.reduce((sum, player) => sum + (readPlayerNumber(number_field, player, game_version) ?? 0), 0)
}
