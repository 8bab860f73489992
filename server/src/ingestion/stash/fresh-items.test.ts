import { expect, test } from 'vitest'
import { anItem } from '../../testing/muster.ts'
import { createFreshItems, hashKey } from './fresh-items.ts'

const hashOf = (number: number) => Buffer.from([number])
const items = (count: number) => Array.from({ length: count }, () => anItem())

test('stored items are available until they are deleted, and a returned list does not change', () => {
  const fresh = createFreshItems()
  const some = items(3)
  fresh.keep(hashOf(1), some)
  const listed = fresh.list()
  fresh.keep(hashOf(2), [])
  fresh.forget(hashKey(hashOf(1)))
  fresh.forget('never kept')
  expect([...listed]).toEqual([[hashKey(hashOf(1)), some]])
  expect([...fresh.list().keys()]).toEqual([hashKey(hashOf(2))])
})

test('keeps at most the newest five thousand items; an empty tab counts as one', () => {
  const fresh = createFreshItems()
  const kept = () => [...fresh.list().keys()].map((hash) => Number.parseInt(hash, 16))
  fresh.keep(hashOf(1), items(3000))
  fresh.keep(hashOf(2), items(2000))
  expect(kept()).toEqual([1, 2])
  fresh.keep(hashOf(3), [])
  expect(kept()).toEqual([2, 3])
  // Stored again: it is now the newest, and counts once.
  fresh.keep(hashOf(2), items(2000))
  fresh.keep(hashOf(4), items(2999))
  expect(kept()).toEqual([3, 2, 4])
  fresh.keep(hashOf(5), items(5001))
  expect(kept()).toEqual([])
})
