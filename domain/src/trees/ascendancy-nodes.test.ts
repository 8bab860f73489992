import type { TreeLayoutNode } from '@muster/contract/game-trees'
import { expect, test } from 'vitest'
import { countAscendancyPoints, listAscendancyNodes } from './ascendancy-nodes.ts'

const aNode = (id: number, more: Partial<TreeLayoutNode> = {}): TreeLayoutNode => ({
  id,
  name: '',
  kind: 'normal',
  stats: [],
  ascendancy: null,
  x: 0,
  y: 0,
  ...more,
})
const nodes = [
  aNode(1),
  aNode(2, { ascendancy: 'Deadeye', kind: 'start' }),
  aNode(3, { ascendancy: 'Deadeye', kind: 'notable' }),
  aNode(4, { ascendancy: 'Pathfinder' }),
]

test('a point is an ascendancy node other than the first one, and a repeated node counts once', () => {
  const known = listAscendancyNodes({ patch: '3_29', nodes }) ?? new Set()
  expect(countAscendancyPoints([1, 2, 3, 3, 9], known)).toBe(1)
  expect(countAscendancyPoints([], known)).toBe(0)
})

test('the list of ascendancy nodes is unknown without a tree', () => {
  expect(listAscendancyNodes({ patch: null, nodes: [] })).toBeNull()
})
