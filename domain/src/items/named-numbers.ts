/** Numbers that the game shows inside a name and nowhere else: `Map (Tier 16)`, `Uncut Skill Gem (Level 19)`. */
import type { GameItem } from '@muster/contract/game-api'
import { showText } from './normalise.ts'

/** Words before a tier of maps. Shaper's Orbs have tiers of another kind. */
const tiered = ['Map', 'Waystone']
const levelled = ['Gem', 'Flux']

/** The number in `(Word 16)` behind one of these words; 0 when there is none. Names without a bracket cost two searches. */
function readNumber(name: unknown, opening: string, before: readonly string[]): number {
  if (typeof name !== 'string') return 0
  const at = name.indexOf(opening)
  if (at < 0 || !before.some((word) => showText(name.slice(0, at)).endsWith(word))) return 0
  const end = name.indexOf(')', at)
  const digits = name.slice(at + opening.length, end)
  return /^\d{1,3}$/.test(digits) ? Number(digits) : 0
}

/** Tier of a map or waystone by its base, or by its type line where the base does not say: that of Valdo's maps. */
export const readNamedTier = ({ baseType, typeLine }: GameItem): number =>
  readNumber(baseType, ' (Tier ', tiered) || readNumber(typeLine, ' (Tier ', tiered)

/** Level of an uncut gem or of what raises one. */
export const readNamedLevel = ({ baseType, typeLine }: GameItem): number =>
  readNumber(baseType, ' (Level ', levelled) || readNumber(typeLine, ' (Level ', levelled)
