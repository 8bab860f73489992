import type { GameVersion } from '@muster/contract/events'
import type { NumberField } from '@muster/contract/objectives'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
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

/** Whether a number comes from the calculation of a build. */
export const isCalculated = (number_field: NumberField): boolean => numberRows[number_field].source === 'build'

/** Whether the numbers of a rule can change when a build is calculated: also personal points with a figure of a build. */
export const readsFigures = (rule: CountedNumber & { readonly personal_objectives?: PersonalObjectives | undefined }): boolean =>
  isCalculated(rule.number_field) ||
  (rule.personal_objectives !== undefined && listPersonalFields(rule.personal_objectives).some(isCalculated))

/** The part of an objective, or of its rule, that says how to read the numbers of players. */
export interface CountedNumber {
  readonly number_field: NumberField
  /** The level from which gems or flasks count. */
  readonly pieces_from?: number | null | undefined
  /** For a team: counts its players with at least this number, instead of adding up. */
  readonly players_from?: number | null | undefined
}

/** A player's value of a number field; null if it is unknown, or not read from characters. */
export function readPlayerNumber(
  number_field: NumberField,
  player: PlayerState,
  rules: PlayerRules,
  pieces_from?: number | null,
): number | null {
  const { read } = numberRows[number_field]
  if (read === null) return null
  return isInGame(number_field, rules.game_version) ? read(player, rules, pieces_from ?? 0) : 0
}

/** A player's personal points under the rules of the event, with every step. */
export const readPersonal = (player: PlayerState, rules: PlayerRules): PersonalProgress =>
  readPersonalProgress(readPersonalObjectives(rules), (number_field) => readPlayerNumber(number_field, player, rules) ?? 0)

/** The number fields that stay 0 without an imported passive tree. */
export function listTreeFields(rules: PlayerRules): readonly NumberField[] {
  const needsTree = listPersonalFields(readPersonalObjectives(rules)).includes('ASCENDANCY')
  return needsTree ? ['ASCENDANCY', 'PLAYER_SCORE'] : ['ASCENDANCY']
}

/** The sum over a team, or the number of its players with enough; null if no player's number is known. */
export function readTeamNumber(
  { number_field, pieces_from, players_from }: CountedNumber,
  players: readonly PlayerState[],
  rules: PlayerRules,
): number | null {
  if (!isOfCharacters(number_field)) return null
  const numbers = players.flatMap((player) => readPlayerNumber(number_field, player, rules, pieces_from) ?? [])
  if (players_from !== null && players_from !== undefined) return numbers.filter((number) => number >= players_from).length
  if (players.length > 0 && numbers.length === 0) return null
  return numbers.reduce((sum, number) => sum + number, 0)
}
