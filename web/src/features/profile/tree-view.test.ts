import type { TreeLayout } from '@muster/contract/game-trees'
import { expect, test } from 'vitest'
import { drawEdges, drawNodes, findNode, keepInside, viewTree, zoomBox } from './tree-view.ts'

const node = (id: number, x: number, y: number, ascendancy: string | null = null) => ({
  id,
  name: `Node ${id}`,
  kind: 'normal' as const,
  stats: [],
  ascendancy,
  x,
  y,
})
const layout: TreeLayout = {
  game_version: 'poe1',
  kind: 'passive',
  patch: '3_29',
  nodes: [
    node(1, 0, 0),
    node(2, 1000, 0),
    node(3, 1000, 1000),
    node(8, 9000, 9000, 'Deadeye'),
    node(9, 9100, 9000, 'Deadeye'),
    node(10, 5, 5, 'Slayer'),
  ],
  edges: [
    [1, 2, 0],
    [2, 3, -500],
    [8, 9, 0],
    [1, 77, 0],
  ],
}

test('only the chosen ascendancy is drawn, always in the corner of the tree', () => {
  const view = viewTree(layout, 'Deadeye')
  expect(view.nodes.map(({ id, x, y }) => [id, x, y])).toEqual([
    [1, 0, 0],
    [2, 1000, 0],
    [3, 1000, 1000],
    [8, 900, 1000],
    [9, 1000, 1000],
  ])
  expect(viewTree(layout, 'Wordsmith').nodes).toHaveLength(3)
})

test('lines are straight or arcs, and lines to missing nodes are left out', () => {
  const view = viewTree(layout, '')
  expect(drawEdges(view, () => true)).toBe('M0 0L1000 0M1000 0A500 500 0 0 0 1000 1000')
  expect(drawEdges(view, (from) => from === 1)).toBe('M0 0L1000 0')
})

test('circles of given nodes are one path', () => {
  expect(drawNodes(viewTree(layout, ''), ({ id }) => id === 1)).toBe('M-34 0a34 34 0 1 0 68 0a34 34 0 1 0 -68 0')
})

test('the nearest node within reach is found', () => {
  const view = viewTree(layout, '')
  expect(findNode(view, 40, 0, 50)?.id).toBe(1)
  expect(findNode(view, 500, 0, 50)).toBeUndefined()
})

test('the view never leaves the tree and never grows beyond it', () => {
  const whole = { x: 0, y: 0, width: 100, height: 100 }
  expect(zoomBox(whole, whole, 2)).toEqual(whole)
  expect(zoomBox(whole, whole, 0.5, 100, 0)).toEqual({ x: 50, y: 0, width: 50, height: 50 })
  expect(zoomBox(whole, whole, 0.001).width).toBe(8)
  expect(keepInside({ x: -20, y: 90, width: 50, height: 50 }, whole)).toEqual({ x: 0, y: 50, width: 50, height: 50 })
})

test('an empty tree has a box, too', () => {
  expect(viewTree({ ...layout, nodes: [], edges: [] }, '').box.width).toBeGreaterThan(0)
})
