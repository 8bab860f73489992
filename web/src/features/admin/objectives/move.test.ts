import { expect, test } from 'vitest'
import { aCategory, anObjective } from '../../../test-event.tsx'
import { moveInTree } from './move.ts'

const tree = aCategory({
  id: 1,
  children: [
    aCategory({ id: 2, children: [anObjective({ id: 20, parent_id: 2 }), anObjective({ id: 21, parent_id: 2 })] }),
    aCategory({ id: 3, children: [] }),
  ],
})
const childrenOf = (moved: typeof tree) => moved.children.map(({ id, children }) => [id, children.map((child) => child.id)])

test('a moved objective is before its new neighbour, or last, and nowhere else', () => {
  expect(childrenOf(moveInTree(tree, { id: 21, parent_id: 2, before_id: 20 }))).toEqual([
    [2, [21, 20]],
    [3, []],
  ])
  const moved = moveInTree(tree, { id: 20, parent_id: 3, before_id: null })
  expect(childrenOf(moved)).toEqual([
    [2, [21]],
    [3, [20]],
  ])
  expect(moved.children[1]?.children[0]?.parent_id).toBe(3)
  expect(childrenOf(tree)).toEqual([
    [2, [20, 21]],
    [3, []],
  ])
})

test('an objective cannot move into itself or to a missing target, and a missing one cannot move', () => {
  for (const move of [
    { id: 2, parent_id: 2, before_id: null },
    { id: 20, parent_id: 99, before_id: null },
    { id: 99, parent_id: 2, before_id: null },
  ]) {
    expect(moveInTree(tree, move)).toBe(tree)
  }
})
