import { hash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import { writeComparable, writeComparableItem } from '@muster/domain/items/comparable'
import type { WrittenItems } from '../stash/written-items.ts'

// Whether a tab shows something that a condition could tell from what it showed before: as `writeComparable` says it of a list, without
// writing all of its items anew for each change of one.

const comparable_bytes = 8
const hash_bytes = 16

/**
 * For each item a hash of what conditions read of it; of what the base has, too, it is taken from there. 64 bits are enough to tell one
 * look at a tab from the next.
 */
export function hashComparables({ list, earlier }: Pick<WrittenItems, 'list' | 'earlier'>): BigUint64Array {
  const comparables = new BigUint64Array(list.length)
  const bytes = Buffer.from(comparables.buffer)
  for (const [item, one] of list.entries()) {
    const place = earlier?.places[item] ?? -1
    const known = earlier?.base.comparables?.[place]
    if (known !== undefined) comparables[item] = known
    else bytes.write(hash('sha256', writeComparableItem(one)), item * comparable_bytes, comparable_bytes, 'hex')
  }
  return comparables
}

/** The same for two lists exactly when no condition can tell them apart. @param comparables of the items. */
export const hashContent = (comparables: BigUint64Array): Buffer =>
  hash('sha256', comparables.toSorted(), 'buffer').subarray(0, hash_bytes)

/**
 * Whether a stored `content_hash` is that of this list.
 * @param content_hash of the list. @param stored may be by a version before, which hashed `writeComparable` and kept all of the hash.
 */
export function isContentHashOf(
  stored: Buffer,
  { list, content_hash }: { list: readonly GameItem[]; content_hash: Buffer },
): boolean {
  if (stored.length !== 32) return stored.equals(content_hash)
  return stored.equals(hash('sha256', writeComparable(list), 'buffer'))
}
