/**
 * The passive tree of the simulated game: seven starts, three ring roads with spokes between them, wheels with a notable each,
 * keystones at the rim, and an ascendancy tree for each ascendancy. Drawn by rule; nothing of it is the game's.
 */
import { ascendancyNodesOf, baseClasses, FIRST_ORDINARY_NODE } from '../world/classes.ts'
import { attributes, keystones, nameAscendancyNotable, nameWheel } from './names.ts'
import { createTreeBuilder, type NodeText, type Orbit, type Tree } from './tree.ts'

const orbits: readonly Orbit[] = [
  { radius: 0, places: 1 },
  { radius: 190, places: 6 },
  { radius: 340, places: 12 },
  { radius: 680, places: 12 },
  { radius: 900, places: 12 },
  { radius: 1500, places: 24 },
  { radius: 2900, places: 48 },
  { radius: 4400, places: 72 },
]
const [WHEEL, INNER, OUTER, STARTS] = [1, 2, 3, 4]
const roads = [5, 6, 7] as const

/** Twelve directions, one for every hour. */
const hours = Array.from({ length: 12 }, (_, hour) => hour * 30)

const aRoad = (at: number): NodeText => {
  const name = attributes[at % attributes.length] ?? 'Strength'
  return { name, stats: [`+10 to ${name}`] }
}

const build = (): Tree => {
  const tree = createTreeBuilder('Default', orbits, FIRST_ORDINARY_NODE)
  const centre = tree.addGroup(0, 0)
  const lay = (orbit: number): number[] => {
    const { places = 1 } = orbits[orbit] ?? {}
    const ring = Array.from({ length: places }, (_, index) =>
      tree.addNode({ group: centre, orbit, index }, aRoad(Math.floor(index / 3))),
    )
    tree.linkAll([...ring, ring[0] ?? 0])
    return ring
  }
  const [inner = [], middle = [], rim = []] = roads.map(lay)
  const at = (ring: readonly number[], degrees: number): number =>
    ring[Math.round((degrees * ring.length) / 360) % ring.length] ?? 0
  let wheels = 0
  const hang = (ring: readonly number[], radius: number, degrees: number) =>
    tree.link(at(ring, degrees), tree.addWheel(radius, degrees, WHEEL, nameWheel(wheels++)))
  /** Single nodes on a straight line. */
  const spoke = (from: number, to: number, degrees: number, radii: readonly number[], texts: (place: number) => NodeText) => {
    const between = radii.map((radius, place) => tree.addNode({ group: tree.addGroup(radius, degrees) }, texts(place)))
    tree.linkAll([from, ...between, to])
  }

  const [scion, ...others] = baseClasses
  const middleStart = tree.addNode({ group: centre }, { name: scion?.name ?? '', kind: 'start' }, scion?.start_node)
  for (const [place, { name, start_node }] of others.entries()) {
    const start = tree.addNode({ group: centre, orbit: STARTS, index: place * 2 }, { name, kind: 'start' }, start_node)
    spoke(start, at(inner, place * 60), place * 60, [1200], () => aRoad(place))
    const between = place * 60 + 30
    spoke(middleStart, at(inner, between), between, [420, 780, 1140], () => aRoad(place + 1))
  }
  for (const hour of hours) {
    spoke(at(inner, hour), at(middle, hour), hour, [1970, 2440], () => aRoad(hour / 30))
    hang(inner, 2200, hour + 15)
    spoke(at(middle, hour + 15), at(rim, hour + 15), hour + 15, [3275, 3650, 4025], (place) =>
      place === 1 ? { name: 'Jewel Socket', kind: 'socket' } : aRoad(hour / 30 + 1),
    )
    for (const beside of [-7.5, 7.5]) hang(middle, 3640, hour + 360 + beside)
    for (const beside of [-10, 10]) hang(rim, 5000, hour + 360 + beside)
    const step = tree.addNode({ group: tree.addGroup(4850, hour) }, aRoad(hour / 30 + 2))
    const keystone = tree.addNode({ group: tree.addGroup(5300, hour) }, keystones[hour / 30] ?? { name: '', kind: 'keystone' })
    tree.linkAll([at(rim, hour), step, keystone])
  }

  const ascendancies = baseClasses.flatMap((base) => base.ascendancies)
  for (const [number, ascendancy] of ascendancies.entries()) {
    const group = tree.addGroup(8000, (number * 360) / ascendancies.length)
    const [first = 0, ...rest] = ascendancyNodesOf(ascendancy)
    const start = tree.addNode({ group }, { name: ascendancy, kind: 'start', ascendancy }, first)
    for (const [branch, index] of [9, 11, 1, 3].entries()) {
      const small = { name: ascendancy, stats: ['4% increased Damage'], ascendancy }
      const notable = { ...nameAscendancyNotable(number, branch), ascendancy }
      tree.linkAll([
        start,
        tree.addNode({ group, orbit: INNER, index }, small, rest[branch * 2]),
        tree.addNode({ group, orbit: OUTER, index }, notable, rest[branch * 2 + 1]),
      ])
    }
  }
  return tree.finish()
}

export const passiveTree: Tree = build()
