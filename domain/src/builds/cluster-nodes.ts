import { readRecord, readText, readWholeNumber } from '../items/normalise.ts'
import { type ClusterPlace, clusterOfNode, findNested, jewelSockets } from './jewel-sockets.ts'

/**
 * Nodes that cluster jewels add. The game numbers them differently for every account; Path of Building computes the number from
 * the position, so that a build means the same for every reader.
 */
const firstNode = 65_536
/** The tree has 16 places on a ring, cluster jewels 12. */
const ringOfTree = [0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11] as const

const sizeOfType = (type: string): number | null =>
  /Large/.test(type) ? 2 : /Medium/.test(type) ? 1 : /Small/.test(type) ? 0 : null

/** The sockets from this one up to the large socket. */
function listChain(place: ClusterPlace): ClusterPlace[] {
  const above = place.parent === null ? undefined : clusterOfNode.get(place.parent)
  return above ? [place, ...listChain(above)] : [place]
}

/** The anchor for a jewel of this size in this socket. */
function findAnchor(node: number, place: ClusterPlace, size: number): number {
  let [at, anchor] = [node, place]
  while (anchor.size > size) {
    const nested = findNested(at)
    if (!nested) break
    const next = [...clusterOfNode].find(([, candidate]) => candidate === nested)
    if (!next) break
    ;[at, anchor] = next
  }
  return anchor.anchor
}

function numberNode(socket: { node: number; cluster: ClusterPlace }, size: number, orbit_index: number): number {
  const chain = listChain(socket.cluster)
  const large = chain.find((place) => place.size === 2)?.index ?? 0
  const medium = chain.find((place) => place.size === 1)?.index ?? 0
  const anchor = findAnchor(socket.node, socket.cluster, size)
  const ring = size === 0 ? 6 : 12
  const turn = (place: number) => (size === 0 ? place : (ringOfTree[place % 16] ?? 0))
  const turned = (((turn(orbit_index) - turn(anchor)) % ring) + ring) % ring
  // A small jewel has nodes at every second place only; the game's own rotation can be off by one.
  const position = size === 0 ? turned & ~1 : turned
  return firstNode + (large << 6) + (medium << 9) + (size << 4) + position
}

/**
 * The allocated nodes of cluster jewels by their numbers in Path of Building; sockets keep their number in the tree, masteries
 * have none.
 * @param jewel_data from the character's passives: by socket number, with the nodes that the jewel added
 */
export function readClusterNodes(hashes_ex: readonly number[], jewel_data: unknown): number[] {
  const allocated = new Set(hashes_ex.map(String))
  const nodes: number[] = []
  for (const [x, data] of Object.entries(readRecord(jewel_data))) {
    const socket = jewelSockets.get(Number(x))
    const size = sizeOfType(readText(readRecord(data).type))
    if (!socket?.cluster || size === null) continue
    const { node, cluster } = socket
    for (const [key, value] of Object.entries(readRecord(readRecord(readRecord(data).subgraph).nodes))) {
      const added = readRecord(value)
      if (!allocated.has(key) || added.isMastery === true) continue
      const isSocket = added.isJewelSocket === true || added.expansionJewel !== undefined
      const number = isSocket
        ? readWholeNumber(added.skill)
        : numberNode({ node, cluster }, size, readWholeNumber(added.orbitIndex))
      if (number > 0) nodes.push(number)
    }
  }
  return [...new Set(nodes)].sort((a, b) => a - b)
}
