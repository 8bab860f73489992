import type { GameItem } from '@muster/contract/game-api'

/**
 * Keys that no condition reads: the position in the tab, and texts that the game generates for every answer. Any other key may be
 * read by a condition, now or in a later version. `__proto__` cannot be set as a key of an object.
 */
const unread: ReadonlySet<string> = new Set(['x', 'y', 'inventoryId', 'verified', 'veiledMods', '__proto__'])

/** Sorts keys, so that two spellings of the same item are equal. */
function order(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(order)
  const parts = value as Readonly<Record<string, unknown>>
  const ordered: Record<string, unknown> = {}
  for (const key of Object.keys(parts).toSorted()) if (!unread.has(key)) ordered[key] = order(parts[key])
  return ordered
}

/** A text that is equal for two items exactly if no condition can distinguish them. */
export const writeComparableItem = (item: GameItem): string => JSON.stringify(order(item))

/**
 * A text that is equal for two lists of items exactly if no condition can distinguish them: moving an item within its tab makes
 * no difference, an additional item does.
 */
export function writeComparable(items: readonly GameItem[]): string {
  return items
    .map(writeComparableItem)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('\n')
}
