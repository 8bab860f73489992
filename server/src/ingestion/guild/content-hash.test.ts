import type { GameItem } from '@muster/contract/game-api'
import { writeComparable } from '@muster/domain/items/comparable'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SnapshotBase } from '../stash/snapshot-bases.ts'
import { type WrittenItems, writeItems } from '../stash/written-items.ts'
import { hashComparables, hashContent } from './content-hash.ts'

/** Few different ones, of which some differ only in what no condition reads. */
const item: fc.Arbitrary<GameItem> = fc.record({
  // Long, so that lists of some are compared with what was shown before.
  id: fc.constantFrom(...['a', 'b', 'c'].map((name) => name.repeat(2000))),
  stackSize: fc.constantFrom(1, 2),
  x: fc.nat(2),
})
const list = fc.array(item, { maxLength: 5 })
/** Much in common, as a tab has with itself: in another order, and with something in another place. */
const pair = fc.oneof(
  fc.tuple(list, list),
  fc.tuple(list, item, item).map(([base, one, other]): [GameItem[], GameItem[]] => [
    [...base, one],
    [other, ...base],
  ]),
  list.chain((base) => fc.tuple(fc.constant(base), fc.shuffledSubarray(base, { minLength: base.length }))),
)

const asBase = ({ fingerprints }: WrittenItems, comparables: BigUint64Array) => ({ fingerprints, comparables }) as SnapshotBase

test('two lists have the same hash exactly when no condition can tell them apart, whatever is remembered', () => {
  fc.assert(
    fc.property(list, pair, (stored, [before, after]) => {
      const base = writeItems(stored, undefined)
      const remembered = asBase(base, hashComparables(base))
      const hashes = [before, after].map((one) => hashContent(hashComparables(writeItems(one, remembered))))
      const plain = [before, after].map((one) => hashContent(hashComparables(writeItems(one, undefined))))
      expect(hashes).toEqual(plain)
      expect(hashes[0]?.equals(hashes[1] as Buffer)).toBe(writeComparable(before) === writeComparable(after))
    }),
  )
})

test('what is remembered of an item is used, and not written anew', () => {
  const items = Array.from({ length: 40 }, (_, number): GameItem => ({ id: `${number}`.repeat(200) }))
  const base = writeItems(items, undefined)
  const comparables = new BigUint64Array(40).map((_, place) => BigInt(place))
  const unknown = { id: 'new' }
  const again = writeItems([...items.slice(20), unknown, ...items.slice(0, 20)], asBase(base, comparables))
  expect([...hashComparables(again)].map(Number).toSpliced(20, 1)).toEqual([...Array(40).keys()].map((at) => (at + 20) % 40))
})
