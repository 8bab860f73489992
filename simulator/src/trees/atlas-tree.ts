/** The atlas tree of the simulated game: six arms with wheels on both sides, and two roads around them. All of it is invented. */
import { atlasRoad, nameAtlasWheel } from './names.ts'
import { createTreeBuilder, type Orbit, type Tree } from './tree.ts'

/** Root of the atlas tree; allocated with the first node. */
export const ATLAS_ROOT = 29045
const FIRST_ATLAS_NODE = 10_000

const orbits: readonly Orbit[] = [
  { radius: 0, places: 1 },
  { radius: 190, places: 6 },
  { radius: 1500, places: 24 },
  { radius: 3000, places: 48 },
]
const WHEEL = 1
const arms = [0, 60, 120, 180, 240, 300]
/** Nodes of an arm by their distance from the root; those at a road are part of it. */
const steps = [400, 770, 1140, 1500, 1880, 2260, 2640, 3000, 3400]

const build = (): Tree => {
  const tree = createTreeBuilder('Atlas', orbits, FIRST_ATLAS_NODE)
  const centre = tree.addGroup(0, 0)
  const root = tree.addNode({ group: centre }, { name: 'Atlas', kind: 'start' }, ATLAS_ROOT)
  const lay = (orbit: number): number[] => {
    const { places = 1 } = orbits[orbit] ?? {}
    const ring = Array.from({ length: places }, (_, index) => tree.addNode({ group: centre, orbit, index }, atlasRoad))
    tree.linkAll([...ring, ring[0] ?? 0])
    return ring
  }
  const rings = [2, 3].map((orbit) => ({ radius: orbits[orbit]?.radius, nodes: lay(orbit) }))
  let wheels = 0
  for (const arm of arms) {
    const chain = steps.map((radius) => {
      const road = rings.find((ring) => ring.radius === radius)?.nodes
      return road?.[(arm * road.length) / 360] ?? tree.addNode({ group: tree.addGroup(radius, arm) }, atlasRoad)
    })
    tree.linkAll([root, ...chain])
    const hang = (from: number, radius: number, degrees: number) =>
      tree.link(from, tree.addWheel(radius, degrees + 360, WHEEL, nameAtlasWheel(wheels++)))
    hang(chain.at(-1) ?? root, 3850, arm)
    for (const beside of [-30, 30]) {
      const [inner, outer] = rings.map(({ nodes }) => nodes[(((arm + beside + 360) % 360) * nodes.length) / 360] ?? root)
      // The wheels between two arms are attached to the road nearer to the first of them.
      if (beside > 0) hang(inner ?? root, 2250, arm + beside)
      if (beside > 0) hang(outer ?? root, 3700, arm + beside)
    }
    for (const beside of [-15, 15]) {
      const outer = rings[1]?.nodes
      hang(outer?.[(((arm + beside + 360) % 360) * outer.length) / 360] ?? root, 3700, arm + beside)
    }
  }
  return tree.finish()
}

export const atlasTree: Tree = build()
