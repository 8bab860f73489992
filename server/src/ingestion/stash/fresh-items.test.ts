import { expect, test } from 'vitest'
import { cacheLimits } from '../../cache.ts'
import { anItem } from '../../testing/muster.ts'
import { createFreshItems } from './fresh-items.ts'

const items = (count: number) => Array.from({ length: count }, () => anItem())

test('the limit of stored items counts an empty tab as one item', () => {
  const fresh = createFreshItems()
  fresh.set('first', items(3))
  fresh.set('second', [])
  expect(fresh.weight()).toBe(4)
  fresh.set('third', items(cacheLimits.fresh_items - 1))
  expect([...fresh.entries()].map(([hash]) => hash)).toEqual(['second', 'third'])
})
