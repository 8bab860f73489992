/**
 * The jewel sockets of the passive tree by the game's number (`jewels[].x`), as of tree 3_26. For sockets of cluster jewels: size
 * (2 large, 1 medium, 0 small), index among siblings, parent socket, and the position on its ring that anchors the group of nodes
 * added by a jewel.
 */
const table = `0:26725 1:36634 2:33989 3:41263 4:60735 5:61834 6:31683 7:28475 8:6230 9:48768 10:34483 11:7960/s2i0o3.7
12:46882/s2i1o3.15 13:55190/s2i2o3.4 14:61419 15:2491/s2i3o3.1 16:54127 17:32763/s2i4o3.12 18:26196 19:33631
20:21984/s2i5o3.9 21:29712/s1i0p7960o2.4 22:48679/s1i1p7960o2.7 23:9408/s1i2p7960o2.9 24:12613/s0i0p29712o1.1
25:16218/s0i0p48679o1.2 26:2311/s0i0p9408o1.3 27:22994/s1i0p46882o2.12 28:40400/s1i1p46882o2.15 29:46393/s1i2p46882o2.1
30:61305/s0i0p22994o1.4 31:12161/s0i0p40400o1.5 32:3109/s0i0p46393o1.0 33:49080/s1i0p55190o2.1 34:17219/s1i1p55190o2.4
35:44169/s1i2p55190o2.7 36:24970/s0i0p49080o1.0 37:36931/s0i0p17219o1.1 38:14993/s0i0p44169o1.2 39:10532/s1i0p2491o2.15
40:23756/s1i1p2491o2.1 41:46519/s1i2p2491o2.4 42:23984/s0i0p10532o1.5 43:51198/s0i0p23756o1.0 44:61666/s0i0p46519o1.1
45:6910/s1i0p32763o2.9 46:49684/s1i1p32763o2.12 47:33753/s1i2p32763o2.15 48:18436/s0i0p6910o1.3 49:11150/s0i0p49684o1.4
50:22748/s0i0p33753o1.5 51:64583/s1i0p21984o2.7 52:61288/s1i1p21984o2.9 53:13170/s1i2p21984o2.12 54:9797/s0i0p64583o1.2
55:41876/s0i0p61288o1.3 56:59585/s0i0p13170o1.4 57:43670 58:29914 59:18060`

export interface ClusterPlace {
  readonly size: number
  readonly index: number
  /** Node of the parent socket; null for a large socket. */
  readonly parent: number | null
  /** Position of the anchor on its ring, counted in the tree's places. */
  readonly anchor: number
}

export interface JewelSocket {
  readonly node: number
  readonly cluster: ClusterPlace | null
}

export const jewelSockets: ReadonlyMap<number, JewelSocket> = new Map(
  table.split(/\s+/).map((entry): [number, JewelSocket] => {
    const [, x, node, , size, index, parent, anchor] = /^(\d+):(\d+)(\/s(\d)i(\d)(?:p(\d+))?o\d\.(\d+))?$/.exec(entry) ?? []
    const cluster =
      size === undefined
        ? null
        : {
            size: Number(size),
            index: Number(index),
            parent: parent === undefined ? null : Number(parent),
            anchor: Number(anchor),
          }
    return [Number(x), { node: Number(node), cluster }]
  }),
)

export const clusterOfNode: ReadonlyMap<number, ClusterPlace> = new Map(
  [...jewelSockets.values()].flatMap(({ node, cluster }) => (cluster ? [[node, cluster] as const] : [])),
)

/** The socket one size smaller that replaces this one if the jewel is smaller than the socket: the middle one of three. */
export function findNested(node: number): ClusterPlace | null {
  const nested = [...clusterOfNode.values()].filter((place) => place.parent === node)
  return nested.find((place) => place.index === 1) ?? nested[0] ?? null
}
