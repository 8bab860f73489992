import type { GameVersion } from '@muster/contract/events'
import type { TreeKind, TreeLayout, TreeLayoutNode } from '@muster/contract/game-trees'
import { readClassName } from '../builds/game-classes.ts'
import { isSet, parseWholeNumber, readList, readRecord, readText } from '../items/normalise.ts'

export type TreeImport =
  | { readonly ok: true; readonly tree: TreeLayout; readonly ignored: number }
  | { readonly ok: false; readonly reason: string }

/** Whether a document looks like a tree, so that other exports are not reported as broken trees. */
export function isTreeExport(document: unknown): boolean {
  const { nodes, groups } = readRecord(document)
  return typeof nodes === 'object' && nodes !== null && typeof groups === 'object' && groups !== null
}

/** Rings of 16 and 40 places are not spaced evenly; degrees, clockwise from the top. */
const unevenRings: Readonly<Record<number, readonly number[]>> = {
  16: [0, 30, 45, 60, 90, 120, 135, 150, 180, 210, 225, 240, 270, 300, 315, 330],
  40: [
    0, 10, 20, 30, 40, 45, 50, 60, 70, 80, 90, 100, 110, 120, 130, 135, 140, 150, 160, 170, 180, 190, 200, 210, 220, 225, 230,
    240, 250, 260, 270, 280, 290, 300, 310, 315, 320, 330, 340, 350,
  ],
}

interface Place {
  readonly group: string
  readonly orbit: number
  /** Radians, clockwise from the top. */
  readonly angle: number
  readonly radius: number
  readonly x: number
  readonly y: number
}

const readNumber = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const round = (value: number) => Math.round(value * 10) / 10

function findPlace(node: Readonly<Record<string, unknown>>, document: Readonly<Record<string, unknown>>): Place | null {
  const group = readRecord(readRecord(document['groups'])[String(node['group'])])
  if (typeof group['x'] !== 'number' || typeof group['y'] !== 'number') return null
  const { skillsPerOrbit, orbitRadii } = readRecord(document['constants'])
  const orbit = readNumber(node['orbit'])
  const count = Math.max(1, readNumber(readList(skillsPerOrbit)[orbit]))
  const radius = readNumber(readList(orbitRadii)[orbit])
  const index = readNumber(node['orbitIndex'])
  const degrees = unevenRings[count]?.[index] ?? (360 * index) / count
  const angle = (degrees * Math.PI) / 180
  const on = { group: String(node['group']), orbit }
  // The second game's export contains positions.
  if (typeof node['x'] === 'number' && typeof node['y'] === 'number') {
    const [across, down] = [node['x'] - group['x'], node['y'] - group['y']]
    return { ...on, angle: Math.atan2(across, -down), radius: Math.hypot(across, down), x: round(node['x']), y: round(node['y']) }
  }
  return {
    ...on,
    angle,
    radius,
    x: round(group['x'] + radius * Math.sin(angle)),
    y: round(group['y'] - radius * Math.cos(angle)),
  }
}

function readKind(node: Readonly<Record<string, unknown>>): TreeLayoutNode['kind'] {
  if (isSet(node['isKeystone'])) return 'keystone'
  if (isSet(node['isNotable'])) return 'notable'
  if (isSet(node['isMastery'])) return 'mastery'
  if (isSet(node['isJewelSocket'])) return 'socket'
  if (node['classStartIndex'] !== undefined || isSet(node['isAscendancyStart'])) return 'start'
  return 'normal'
}

/** Neighbours on one ring are joined along it by the shorter arc, all others by a straight line. */
function readArc(from: Place, to: Place): number {
  if (from.group !== to.group || from.orbit !== to.orbit || from.radius === 0) return 0
  const turn = (to.angle - from.angle + 2 * Math.PI) % (2 * Math.PI)
  return turn <= Math.PI ? from.radius : -from.radius
}

function readTreeKind(document: Readonly<Record<string, unknown>>): TreeKind | null {
  const tree = readText(document['tree'])
  if (tree === 'Atlas') return 'atlas'
  return tree === 'Default' || tree === '' ? 'passive' : null
}

/**
 * Reads the tree export of the game's maker (`data.json`): the data that a drawing needs and no art. Nodes without a position
 * (the blueprint nodes of cluster jewels, the root) are left out and counted.
 */
export function parseTreeExport(input: unknown, game_version: GameVersion, patch: string): TreeImport {
  const document = readRecord(input)
  const kind = readTreeKind(document)
  if (kind === null) return { ok: false, reason: `the tree "${readText(document['tree'])}" cannot be drawn` }
  const places = new Map<number, Place>()
  const nodes: TreeLayoutNode[] = []
  const links: [number, number][] = []
  const gateways = new Set<number>()
  let ignored = 0
  for (const [key, value] of Object.entries(readRecord(document['nodes']))) {
    const node = readRecord(value)
    const id = parseWholeNumber(node['skill'] ?? key)
    const place = findPlace(node, document)
    if (id === null || place === null || isSet(node['isProxy'])) {
      ignored += 1
      continue
    }
    places.set(id, place)
    nodes.push({
      id,
      name: readText(node['name']),
      kind: readKind(node),
      stats: readList(node['stats'])
        .flatMap((line) => readText(line).split('\n'))
        .filter(Boolean),
      ascendancy: readText(node['ascendancyName']) || readClassName(game_version, readText(node['ascendancyId'])) || null,
      ...(isSet(node['isFree']) && { is_free: true }),
      x: place.x,
      y: place.y,
    })
    // Gateways connect distant parts of the tree, so no line is drawn.
    if (isSet(node['isWormhole'])) gateways.add(id)
    for (const other of readList(node['out'])) {
      const to = parseWholeNumber(other)
      if (to !== null) links.push([id, to])
    }
  }
  const lines = links.filter(([from, to]) => !gateways.has(from) || !gateways.has(to))
  if (nodes.length === 0) return { ok: false, reason: 'no node of the tree has a position' }
  return { ok: true, ignored, tree: { game_version, kind, patch, nodes, edges: joinNodes(nodes, lines, places) } }
}

/** Lines to draw: none to masteries, none between a class and nodes of other classes, none twice. */
function joinNodes(
  nodes: readonly TreeLayoutNode[],
  links: readonly (readonly [number, number])[],
  places: ReadonlyMap<number, Place>,
): [number, number, number][] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const known = new Set<string>()
  const edges: [number, number, number][] = []
  for (const [from, to] of links) {
    const [a, b] = [byId.get(from), byId.get(to)]
    const [here, there] = [places.get(from), places.get(to)]
    const key = from < to ? `${from} ${to}` : `${to} ${from}`
    if (!a || !b || !here || !there || from === to || known.has(key)) continue
    if (a.kind === 'mastery' || b.kind === 'mastery' || a.ascendancy !== b.ascendancy) continue
    known.add(key)
    edges.push([from, to, readArc(here, there)])
  }
  return edges
}
