/**
 * The passive trees of the simulated games: a start for each class, three ring roads with spokes between them, wheels with a
 * notable each, keystones at the rim, and an ascendancy tree for each ascendancy. Generated; all of it is invented.
 */
import { ascendancyNodesOf, baseClasses, FIRST_ORDINARY_NODE } from '../world/classes.ts'
import { FIRST_NODE, nodesOfAscendancy, secondGameClasses } from '../world/second-game/classes.ts'
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

interface Start {
  readonly name: string
  readonly start_node: number
}

interface Outline {
  readonly first_node: number
  /** In the centre, with roads to the others. */
  readonly middle: Start | null
  /** Around the centre, each in one of the twelve directions. */
  readonly starts: readonly (Start & { readonly hour: number })[]
  /** Each with its start node, then eight nodes that cost points. */
  readonly ascendancies: readonly { readonly name: string; readonly nodes: readonly number[] }[]
}

const build = ({ first_node, middle, starts, ascendancies }: Outline): Tree => {
  const tree = createTreeBuilder('Default', orbits, first_node)
  const centre = tree.addGroup(0, 0)
  const lay = (orbit: number): number[] => {
    const { places = 1 } = orbits[orbit] ?? {}
    const ring = Array.from({ length: places }, (_, index) =>
      tree.addNode({ group: centre, orbit, index }, aRoad(Math.floor(index / 3))),
    )
    tree.linkAll([...ring, ring[0] ?? 0])
    return ring
  }
  const [inner = [], road = [], rim = []] = roads.map(lay)
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

  const middleStart = middle && tree.addNode({ group: centre }, { name: middle.name, kind: 'start' }, middle.start_node)
  for (const [place, { name, start_node, hour }] of starts.entries()) {
    const start = tree.addNode({ group: centre, orbit: STARTS, index: hour }, { name, kind: 'start' }, start_node)
    spoke(start, at(inner, hour * 30), hour * 30, [1200], () => aRoad(place))
    const between = hour * 30 + 30
    if (middleStart !== null) spoke(middleStart, at(inner, between), between, [420, 780, 1140], () => aRoad(place + 1))
  }
  for (const hour of hours) {
    spoke(at(inner, hour), at(road, hour), hour, [1970, 2440], () => aRoad(hour / 30))
    hang(inner, 2200, hour + 15)
    spoke(at(road, hour + 15), at(rim, hour + 15), hour + 15, [3275, 3650, 4025], (place) =>
      place === 1 ? { name: 'Jewel Socket', kind: 'socket' } : aRoad(hour / 30 + 1),
    )
    for (const beside of [-7.5, 7.5]) hang(road, 3640, hour + 360 + beside)
    for (const beside of [-10, 10]) hang(rim, 5000, hour + 360 + beside)
    const step = tree.addNode({ group: tree.addGroup(4850, hour) }, aRoad(hour / 30 + 2))
    const keystone = tree.addNode({ group: tree.addGroup(5300, hour) }, keystones[hour / 30] ?? { name: '', kind: 'keystone' })
    tree.linkAll([at(rim, hour), step, keystone])
  }

  for (const [number, { name: ascendancy, nodes }] of ascendancies.entries()) {
    const group = tree.addGroup(8000, (number * 360) / ascendancies.length)
    const [first = 0, ...rest] = nodes
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

const [scion = null, ...others] = baseClasses

export const passiveTree: Tree = build({
  first_node: FIRST_ORDINARY_NODE,
  middle: scion,
  starts: others.map((start, place) => ({ ...start, hour: place * 2 })),
  ascendancies: baseClasses.flatMap((base) => base.ascendancies.map((name) => ({ name, nodes: ascendancyNodesOf(name) }))),
})

/** The second game's tree: its eight classes begin in pairs. */
export const secondPassiveTree: Tree = build({
  first_node: FIRST_NODE,
  middle: null,
  starts: secondGameClasses.map((start, place) => ({ ...start, hour: Math.floor(place * 1.5) })),
  ascendancies: secondGameClasses.flatMap((base) =>
    base.ascendancies.map(({ name }) => ({ name, nodes: nodesOfAscendancy(name) })),
  ),
})
