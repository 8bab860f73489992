import type { TreeLayout, TreeLayoutNode } from '@muster/contract/game-trees'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A tree prepared for drawing: one ascendancy beside it, the others left out. */
export interface TreeView {
  readonly nodes: readonly TreeLayoutNode[]
  readonly by_id: ReadonlyMap<number, TreeLayoutNode>
  readonly edges: TreeLayout['edges']
  readonly box: Box
}

const margin = 260

function boxOf(nodes: readonly Pick<TreeLayoutNode, 'x' | 'y'>[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of nodes) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (nodes.length === 0) return { x: 0, y: 0, width: 1, height: 1 }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const widen = ({ x, y, width, height }: Box): Box => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
})

/** The lower right corner of the tree is empty enough: the ascendancy moves there from any position in the export. */
function moveToCorner(nodes: readonly TreeLayoutNode[], main: Box): TreeLayoutNode[] {
  const own = boxOf(nodes)
  const shift_x = main.x + main.width - own.width - own.x
  const shift_y = main.y + main.height - own.height - own.y
  return nodes.map((node) => ({ ...node, x: node.x + shift_x, y: node.y + shift_y }))
}

export function viewTree(layout: TreeLayout, ascendancy: string): TreeView {
  // Nodes without a line and without a grant are decoration of the export.
  const main = layout.nodes.filter((node) => node.ascendancy === null)
  const own = layout.nodes.filter((node) => node.ascendancy !== null && node.ascendancy === ascendancy)
  const nodes = [...main, ...moveToCorner(own, boxOf(main))]
  const by_id = new Map(nodes.map((node) => [node.id, node]))
  const edges = layout.edges.filter(([from, to]) => by_id.has(from) && by_id.has(to))
  return { nodes, by_id, edges, box: widen(boxOf(nodes)) }
}

/** The lines accepted by `isWanted`, as one path: a thousand elements would be slow, one long path is not. */
export function drawEdges({ edges, by_id }: TreeView, isWanted: (from: number, to: number) => boolean): string {
  let path = ''
  for (const [from, to, radius] of edges) {
    const [a, b] = [by_id.get(from), by_id.get(to)]
    if (!a || !b || !isWanted(from, to)) continue
    path += `M${a.x} ${a.y}`
    path += radius === 0 ? `L${b.x} ${b.y}` : `A${Math.abs(radius)} ${Math.abs(radius)} 0 0 ${radius > 0 ? 1 : 0} ${b.x} ${b.y}`
  }
  return path
}

const radii: Readonly<Record<TreeLayoutNode['kind'], number>> = {
  normal: 34,
  start: 70,
  socket: 52,
  mastery: 46,
  notable: 58,
  keystone: 80,
}
export const radiusOf = ({ kind }: Pick<TreeLayoutNode, 'kind'>) => radii[kind]

/** Circles as one path. */
export function drawNodes({ nodes }: TreeView, isWanted: (node: TreeLayoutNode) => boolean): string {
  let path = ''
  for (const node of nodes) {
    if (!isWanted(node)) continue
    const r = radiusOf(node)
    path += `M${node.x - r} ${node.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
  }
  return path
}

/** The node at a point, with some tolerance for small ones; undefined if there is none. */
export function findNode({ nodes }: TreeView, x: number, y: number, reach: number): TreeLayoutNode | undefined {
  let best: { node: TreeLayoutNode; distance: number } | undefined
  for (const node of nodes) {
    const distance = Math.hypot(node.x - x, node.y - y)
    if (distance <= Math.max(radiusOf(node), reach) && (best === undefined || distance < best.distance)) best = { node, distance }
  }
  return best?.node
}

const closest = 0.08

/** A box moved and scaled, never larger than the whole and never smaller than a few nodes. */
export function zoomBox(box: Box, whole: Box, factor: number, x = box.x + box.width / 2, y = box.y + box.height / 2): Box {
  const width = Math.min(whole.width, Math.max(whole.width * closest, box.width * factor))
  const scale = width / box.width
  return keepInside({ x: x - (x - box.x) * scale, y: y - (y - box.y) * scale, width, height: box.height * scale }, whole)
}

export function keepInside(box: Box, whole: Box): Box {
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high))
  return {
    ...box,
    x: clamp(box.x, whole.x, whole.x + whole.width - box.width),
    y: clamp(box.y, whole.y, whole.y + whole.height - box.height),
  }
}
