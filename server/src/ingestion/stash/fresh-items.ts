import type { GameItem } from '@muster/contract/game-api'

/** All of them together; some kilobytes each. */
const mostItems = 5000

/**
 * Items that were stored a moment ago, by the hash of their text: whoever evaluates in the same process need not read and unpack
 * what it has just packed. Says what the database says, or nothing: what is evaluated late, or by another process, is read.
 */
export interface FreshItems {
  keep(items_hash: Buffer, items: readonly GameItem[]): void
  /** What is kept now, by the hash as text; it stays as it is. */
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
        if (weight <= mostItems) break
        forget(oldest)
      }
    },
    list: () => new Map(kept),
    forget,
  }
}
