import type { GameItem } from '@muster/contract/game-api'

/**
 * What no condition reads: the place in the tab, and texts that the game invents anew for every answer. Everything else
 * may be read by a condition, now or in a later version.
 */
const unread: ReadonlySet<string> = new Set(['x', 'y', 'inventoryId', 'verified', 'veiledMods'])

/** Keys in one order, so that an answer that spells the same item differently is the same. */
function order(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(order)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !unread.has(key))
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, order(part)]))
}

/**
 * A text that is the same for two lists of items exactly when no condition can tell them apart: moving an item within its
 * tab is no news, one more of it is.
 */
export function writeComparable(items: readonly GameItem[]): string {
  return items
    .map((item) => JSON.stringify(order(item)))
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('\n')
}
