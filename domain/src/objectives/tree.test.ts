import { expect, test } from 'vitest'
import { buildTree, listBranch } from './tree.ts'

const node = (id: number, parent_id: number | null) => ({ id, parent_id, name: `n${id}` })

test('parents come before children, siblings in the order of the list', () => {
  const tree = buildTree([node(5, 1), node(1, null), node(3, 5), node(2, 1)])
  expect(tree.nodes.map(({ item, depth }) => [item.id, depth])).toEqual([
    [1, 0],
    [5, 1],
    [3, 2],
    [2, 1],
  ])
  expect(tree.root?.children.map(({ item }) => item.id)).toEqual([5, 2])
  expect(tree.problems).toEqual([])
})

test('a branch is the node and everything below it', () => {
  const tree = buildTree([node(1, null), node(2, 1), node(3, 2), node(4, 1)])
  const second = [tree.by_id.get(2)].filter((found) => found !== undefined)
  expect(second.flatMap(listBranch).map(({ item }) => item.id)).toEqual([2, 3])
})

const faults: { fault: string; items: ReturnType<typeof node>[]; kept: number[]; problems: [number | null, string][] }[] = [
  { fault: 'an empty list is an empty tree', items: [], kept: [], problems: [] },
  {
    fault: 'a node with a missing parent is left out, with its descendants',
    items: [node(1, null), node(2, 9), node(3, 2)],
    kept: [1],
    problems: [
      [2, 'missing_parent'],
      [3, 'unreachable'],
    ],
  },
  {
    fault: 'the first node without a parent is the root, others are left out',
    items: [node(1, null), node(2, null), node(3, 2)],
    kept: [1],
    problems: [
      [2, 'several_roots'],
      [3, 'unreachable'],
    ],
  },
  {
    fault: 'nodes on a cycle are left out, with their descendants',
    items: [node(1, null), node(2, 3), node(3, 2), node(4, 2), node(5, 5)],
    kept: [1],
    problems: [
      [2, 'cycle'],
      [3, 'cycle'],
      [4, 'unreachable'],
      [5, 'cycle'],
    ],
  },
  {
    fault: 'of two nodes with the same id the first counts',
    items: [node(1, null), node(2, 1), node(2, 1)],
    kept: [1, 2],
    problems: [[2, 'duplicate_id']],
  },
  {
    fault: 'without a root there is no tree',
    items: [node(1, 2), node(2, 1)],
    kept: [],
    problems: [
      [null, 'no_root'],
      [1, 'cycle'],
      [2, 'cycle'],
    ],
  },
]

test.each(faults)('$fault', ({ items, kept, problems }) => {
  const tree = buildTree(items)
  expect(tree.nodes.map(({ item }) => item.id)).toEqual(kept)
  expect(tree.problems.map(({ id, code }) => [id, code])).toEqual(problems)
})

test('a chain of a hundred thousand nodes is a tree', () => {
  const tree = buildTree(Array.from({ length: 100_000 }, (_, at) => node(at + 1, at === 0 ? null : at)))
  expect(tree.nodes.at(-1)?.depth).toBe(99_999)
})
