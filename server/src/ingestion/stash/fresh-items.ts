import type { GameItem } from '@muster/contract/game-api'

/** Upper bound for all lists together; some kilobytes per item. */
const maxItems = 5000

/**
 * Recently stored items by the hash of their text, so that an evaluation in the same process need not read and decompress them.
 * Matches the database, or is missing: later evaluations, and those in other processes, read the database.
 */
export interface FreshItems {
  keep(items_hash: Buffer, items: readonly GameItem[]): void
  /** The current entries by hash; the returned map does not change. */
  list(): ReadonlyMap<string, readonly GameItem[]>
  forget(hash: string): void
}

export const hashKey = (items_hash: Buffer): string => items_hash.toString('hex')

export function createFreshItems(): FreshItems {
  const kept = new Map<string, readonly GameItem[]>()
  let weight = 0
  const weigh = (items: readonly GameItem[]) => Math.max(1, items.length)
  function forget(hash: string): void {
    const items = kept.get(hash)
    if (items && kept.delete(hash)) weight -= weigh(items)
  }
  return {
    keep(items_hash, items) {
      const hash = hashKey(items_hash)
      forget(hash)
      kept.set(hash, items)
      weight += weigh(items)
      for (const [oldest] of kept) {
        if (weight <= maxItems) break
        forget(oldest)
      }
    },
    list: () => new Map(kept),
    forget,
  }
}
