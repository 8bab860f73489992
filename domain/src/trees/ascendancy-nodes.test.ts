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

test('a point is a node of an ascendancy that is not its beginning, however often it is told', () => {
  const known = listAscendancyNodes({ patch: '3_29', nodes }) ?? new Set()
  expect(countAscendancyPoints([1, 2, 3, 3, 9], known)).toBe(1)
  expect(countAscendancyPoints([], known)).toBe(0)
})

test('without a tree nobody knows', () => {
  expect(listAscendancyNodes({ patch: null, nodes: [] })).toBeNull()
})
