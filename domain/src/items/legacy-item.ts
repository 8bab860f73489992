import type { GameItem } from '@muster/contract/game-api'
import { readFrameType } from './frames.ts'
import { isSet, readList, readMods, readRecord } from './normalise.ts'

/** Modifiers as plain texts, each in the list of its kind. */
export type LegacyMods = Readonly<Record<(typeof plainLists)[number] | keyof ReturnType<typeof sortExplicits>, readonly string[]>>

/** Lists that kept their name; since 3.29 some contain objects. */
const plainLists = [
  'implicitMods',
  'enchantMods',
  'utilityMods',
  'scourgeMods',
  'cosmeticMods',
  'veiledMods',
  'mutatedMods',
] as const

/**
 * Explicit modifiers by the lists they had before 3.29: with both flags a modifier is in both lists, without flags it stays
 * explicit.
 */
function sortExplicits(item: GameItem) {
  const lists = { explicitMods: [] as string[], craftedMods: [] as string[], fracturedMods: [] as string[] }
  for (const mod of readList(item.explicitMods)) {
    const flags = readRecord(readRecord(mod).flags)
    const [isCrafted, isFractured] = [isSet(flags.crafted), isSet(flags.fractured)]
    const texts = readMods([mod])
    if (isCrafted) lists.craftedMods.push(...texts)
    if (isFractured) lists.fracturedMods.push(...texts)
    if (!isCrafted && !isFractured) lists.explicitMods.push(...texts)
  }
  // A payload from the transition has flags and lists; each modifier is listed once.
  const join = (flagged: string[], listed: readonly string[]) => [...new Set([...flagged, ...listed])]
  return {
    explicitMods: lists.explicitMods,
    craftedMods: join(lists.craftedMods, readMods(item.craftedMods)),
    fracturedMods: join(lists.fracturedMods, readMods(item.fracturedMods)),
  }
}

/** The modifiers of an item in the lists from before 3.29. */
export function readLegacyMods(item: GameItem): LegacyMods {
  const plain = Object.fromEntries(plainLists.map((key) => [key, readMods(item[key])]))
  return { ...(plain as Record<(typeof plainLists)[number], readonly string[]>), ...sortExplicits(item) }
}

/**
 * Converts an item to the form from before 3.29, for older clients and programs: modifiers are plain texts in a list of their
 * kind, and the frame is a number. Everything else stays; absent lists stay absent.
 */
export function toLegacyItem(item: GameItem): Record<string, unknown> {
  const lists: Record<string, readonly unknown[]> = {
    ...readLegacyMods(item),
    socketedItems: readList(item.socketedItems).map((inner) => toLegacyItem(readRecord(inner))),
  }
  const kept = Object.entries(item).filter(([key]) => !Object.hasOwn(lists, key))
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0)
  return { ...Object.fromEntries(kept), frameType: readFrameType(item), ...Object.fromEntries(filled) }
}
