import type { GameVersion } from '@muster/contract/events'
import type { NumberField } from '@muster/contract/objectives'
import { games } from '../events/games.ts'
import { numberRows } from './number-rows.ts'
import {
  listPersonalFields,
  type PersonalProgress,
  type PlayerRules,
  readPersonalObjectives,
  readPersonalProgress,
} from './personal-points.ts'
import type { PlayerState } from './player-state.ts'

/** The maximum of a number field for one player: 0 in a game without it, null if it is unknown. */
export function readMostNumber(number_field: NumberField, rules: PlayerRules): number | null {
  const { most } = numberRows[number_field]
  if (!isInGame(number_field, rules.game_version)) return 0
  return typeof most === 'function' ? most(rules) : most
}

/** Whether a game has a number at all. */
export const isInGame = (number_field: NumberField, game_version: GameVersion): boolean =>
  numberRows[number_field].is_in(games[game_version])

/** Whether the game's answers about characters show a number. */
export const isOfCharacters = (number_field: NumberField): boolean => numberRows[number_field].read !== null

/** A player's value of a number field; null if the field is not read from characters. */
export function readPlayerNumber(number_field: NumberField, player: PlayerState, rules: PlayerRules): number | null {
  return numberRows[number_field].read?.(player, rules) ?? null
}

/** A player's personal points under the rules of the event, with every step. */
export const readPersonal = (player: PlayerState, rules: PlayerRules): PersonalProgress =>
  readPersonalProgress(readPersonalObjectives(rules), (number_field) => readPlayerNumber(number_field, player, rules) ?? 0)

/** The number fields that stay 0 without an imported passive tree. */
export function listTreeFields(rules: PlayerRules): readonly NumberField[] {
  const needsTree = listPersonalFields(readPersonalObjectives(rules)).includes('ASCENDANCY')
  return needsTree ? ['ASCENDANCY', 'PLAYER_SCORE'] : ['ASCENDANCY']
}

/** The sum over a team; null if the field is not read from characters. */
export function readTeamNumber(number_field: NumberField, players: readonly PlayerState[], rules: PlayerRules): number | null {
  if (!isOfCharacters(number_field)) return null
  return players.reduce((sum, player) => sum + (readPlayerNumber(number_field, player, rules) ?? 0), 0)
}
