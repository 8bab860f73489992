import type { GameItem } from '@muster/contract/game-api'

/**
 * What no condition reads: the place in the tab, and texts that the game invents anew for every answer. Everything else
 * may be read by a condition, now or in a later version. `__proto__` is no key that an object can be given.
 */
const unread: ReadonlySet<string> = new Set(['x', 'y', 'inventoryId', 'verified', 'veiledMods', '__proto__'])

/** Keys that are read, in one order, by all keys as they are sent: items come in a few hundred shapes, millions of times. */
const orders = new Map<string, readonly string[]>()
/** Whoever sends ever other keys gains nothing and takes no room. */
const mostOrders = 10_000

function orderKeys(keys: readonly string[]): readonly string[] {
  const shape = keys.join('\n')
  const known = orders.get(shape)
  if (known) return known
  const ordered = keys.filter((key) => !unread.has(key)).toSorted()
  if (orders.size < mostOrders) orders.set(shape, ordered)
  return ordered
}

/** Keys in one order, so that an answer that spells the same item differently is the same. */
function order(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(order)
  const parts = value as Readonly<Record<string, unknown>>
  const ordered: Record<string, unknown> = {}
  for (const key of orderKeys(Object.keys(parts))) ordered[key] = order(parts[key])
  return ordered
}

/** A text that is the same for two items exactly when no condition can tell them apart. */
export const writeComparableItem = (item: GameItem): string => JSON.stringify(order(item))

/**
 * A text that is the same for two lists of items exactly when no condition can tell them apart: moving an item within its
 * tab changes nothing, one more of it does.
 */
export function writeComparable(items: readonly GameItem[]): string {
  return items
    .map(writeComparableItem)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .join('\n')
}
