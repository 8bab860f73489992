import type { CharacterState } from './ladder-row.ts'
import { readLadderState } from '@muster/domain/characters/ladder-state'
import { readPersonal } from '@muster/domain/characters/numbers'
import type { PlayerRules } from '@muster/domain/characters/personal-points'

/**
 * The personal points of a character in the ladder. Few viewers ask for them, and the code that reads all numbers loads with
 * them.
 */
export const readPersonalPoints = ({ character, entry }: CharacterState, rules: PlayerRules): number =>
  readPersonal(readLadderState(character, entry), rules).points
