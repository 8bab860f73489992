import { expect, test } from 'vitest'
import { listTree } from './list-tree.ts'

test('a nested tree lists every objective, parents first', () => {
  const leaf = (id: number) => ({ id, children: [] })
  const root = { id: 1, children: [{ id: 2, children: [leaf(4)] }, leaf(3)] }
  expect(listTree<{ id: number }>(root).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(listTree(null)).toEqual([])
})
