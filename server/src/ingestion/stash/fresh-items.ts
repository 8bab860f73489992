import type { GameItem } from '@muster/contract/game-api'
import type { Overlap } from './written-items.ts'

/** All of them together; some kilobytes each. */
const mostItems = 5000

/**
 * Items that were stored a moment ago, by the hash of their text: whoever evaluates in the same process need not read and unpack
 * what it has just packed. Says what the database says, or nothing: what is evaluated late, or by another process, is read.
 */
export interface FreshItems {
  /** @param overlap with another list, whose items may have been matched. */
  keep(items_hash: Buffer, items: readonly GameItem[], overlap?: Overlap): void
  /** What is kept now, by the hash as text; it stays as it is. */
  list(): ReadonlyMap<string, FreshList>
  forget(hash: string): void
}

export interface FreshList {
  readonly items: readonly GameItem[]
  readonly overlap: Overlap | null
}

export const hashKey = (items_hash: Buffer): string => items_hash.toString('hex')

export function createFreshItems(): FreshItems {
  const kept = new Map<string, FreshList>()
  let weight = 0
  const weigh = ({ items }: FreshList) => Math.max(1, items.length)
  function forget(hash: string): void {
    const list = kept.get(hash)
    if (list && kept.delete(hash)) weight -= weigh(list)
  }
  return {
    keep(items_hash, items, overlap) {
      const hash = hashKey(items_hash)
      const list = { items, overlap: overlap ?? null }
      forget(hash)
      kept.set(hash, list)
      weight += weigh(list)
      for (const [oldest] of kept) {
        if (weight <= mostItems) break
        forget(oldest)
      }
    },
    list: () => new Map(kept),
    forget,
  }
}
