import { expect, test } from 'vitest'
import { aCategory, anObjective } from '../../../test-event.tsx'
import { linkDefinition } from './definition.ts'
import { dropMove, findNear, listRows, stepMove } from './tree-rows.ts'

const tree = {
  ...aCategory({
    id: 1,
    name: 'Root',
    children: [
      aCategory({
        id: 2,
        name: 'Uniques',
        children: [anObjective({ id: 20, name: 'Tulfall' }), anObjective({ id: 21, name: 'Mageblood' })],
      }),
      aCategory({ id: 3, name: 'Races', children: [anObjective({ id: 30, name: 'Level 90' })] }),
      anObjective({ id: 4, name: 'Alone' }),
    ],
  }),
  parent_id: null,
}
const { root, by_id } = linkDefinition(tree)
const node = (id: number) => by_id.get(id) as NonNullable<ReturnType<typeof by_id.get>>
const ids = (open: number[], search = '') => listRows(root, new Set(open), search).map((row) => row.node.item.id)

test('rows are the expanded ones, or search hits with their ancestors', () => {
  expect(ids([])).toEqual([1, 2, 3, 4])
  expect(ids([2])).toEqual([1, 2, 20, 21, 3, 4])
  expect(ids([], 'TUL')).toEqual([1, 2, 20])
  expect(ids([], '30')).toEqual([1, 3, 30])
  expect(ids([], 'nothing')).toEqual([1])
})

test('when a row is gone, the next one of both lists takes its place, or the one before', () => {
  const rows = (...open: number[]) => listRows(root, new Set(open), '')
  expect(findNear(rows(2), rows(2), 20)).toBe(20)
  expect(findNear(rows(2), rows(), 20)).toBe(3)
  expect(findNear(rows(2), rows(2).slice(0, 2), 21)).toBe(2)
  expect(findNear(rows(), rows(2), 21)).toBe(21)
})

test('a category counts the objectives below it, at any depth', () => {
  expect([root.leaves, node(2).leaves, node(4).leaves]).toEqual([4, 2, 0])
})

test('a keyboard step stays among the siblings, enters the previous category, or leaves its own', () => {
  expect(stepMove(node(21), 'up')).toEqual({ id: 21, parent_id: 2, before_id: 20 })
  expect(stepMove(node(20), 'down')).toEqual({ id: 20, parent_id: 2, before_id: null })
  expect(stepMove(node(2), 'down')).toEqual({ id: 2, parent_id: 1, before_id: 4 })
  expect(stepMove(node(4), 'in')).toEqual({ id: 4, parent_id: 3, before_id: null })
  expect(stepMove(node(20), 'out')).toEqual({ id: 20, parent_id: 1, before_id: 3 })
  expect([
    stepMove(node(20), 'up'),
    stepMove(node(4), 'down'),
    stepMove(node(2), 'in'),
    stepMove(node(4), 'out'),
    stepMove(root, 'up'),
  ]).toEqual([null, null, null, null, null])
})

test('a drop puts it before, after or into the target, and never into itself', () => {
  expect(dropMove(node(20), node(30), 'before')).toEqual({ id: 20, parent_id: 3, before_id: 30 })
  expect(dropMove(node(20), node(30), 'after')).toEqual({ id: 20, parent_id: 3, before_id: null })
  expect(dropMove(node(20), node(3), 'into')).toEqual({ id: 20, parent_id: 3, before_id: null })
  expect([
    dropMove(node(2), node(20), 'before'),
    dropMove(node(2), node(2), 'into'),
    dropMove(node(20), node(30), 'into'),
    dropMove(node(20), root, 'before'),
  ]).toEqual([null, null, null, null])
})
