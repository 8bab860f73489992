import type { NumberField } from '@muster/contract/objectives'
import { readPlayerNumber } from '@muster/domain/characters/numbers'
import type { PlayerRules } from '@muster/domain/characters/personal-points'
import type { PlayerState } from '@muster/domain/characters/player-state'

/** The player's number for an objective; null if the number does not come from characters. */
export const readOwn = (player: PlayerState | null, number_field: string, rules: PlayerRules): number | null =>
  player === null ? null : readPlayerNumber(number_field as NumberField, player, rules)
