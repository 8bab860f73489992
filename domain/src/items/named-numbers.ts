/** Numbers that the game shows only inside a name: `Map (Tier 16)`, `Uncut Skill Gem (Level 19)`. */
import type { GameItem } from '@muster/contract/game-api'
import { showText } from './normalise.ts'

/** Words before a map tier. Shaper's Orbs have a different kind of tier. */
const tiered = ['Map', 'Waystone']
const levelled = ['Gem', 'Flux']

/** The number in `(Word 16)` after one of these words, or 0. Names without a bracket cost two searches. */
function readNumber(name: unknown, opening: string, before: readonly string[]): number {
  if (typeof name !== 'string') return 0
  const at = name.indexOf(opening)
  if (at < 0 || !before.some((word) => showText(name.slice(0, at)).endsWith(word))) return 0
  const end = name.indexOf(')', at)
  const digits = name.slice(at + opening.length, end)
  return /^\d{1,3}$/.test(digits) ? Number(digits) : 0
}

/** Tier of a map or waystone from its base, or from its type line if the base has none, as for Valdo's maps. */
export const readNamedTier = ({ baseType, typeLine }: GameItem): number =>
  readNumber(baseType, ' (Tier ', tiered) || readNumber(typeLine, ' (Tier ', tiered)

/** Level of an uncut gem, or of an item that raises a gem's level. */
export const readNamedLevel = ({ baseType, typeLine }: GameItem): number =>
  readNumber(baseType, ' (Level ', levelled) || readNumber(typeLine, ' (Level ', levelled)
