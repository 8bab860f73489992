/** A passive tree in the format of the game's export: groups on a plane, nodes on their rings, lines between nodes. */

export interface TreeNode {
  id: number
  name: string
  stats: readonly string[]
  kind: 'normal' | 'notable' | 'keystone' | 'mastery' | 'socket' | 'start'
  ascendancy: string | null
  group: number
  orbit: number
  index: number
  out: number[]
}

export interface Tree {
  name: 'Default' | 'Atlas'
  groups: readonly { x: number; y: number }[]
  nodes: ReadonlyMap<number, TreeNode>
  orbits: readonly Orbit[]
}

export interface Orbit {
  radius: number
  /** Places on the ring, counted clockwise from the top. */
  places: number
}

/** The texts of a node, without its position. */
export interface NodeText {
  name: string
  stats?: readonly string[]
  kind?: TreeNode['kind']
  ascendancy?: string
}

export const createTreeBuilder = (name: Tree['name'], orbits: readonly Orbit[], firstId: number) => {
  const groups: { x: number; y: number }[] = []
  const nodes = new Map<number, TreeNode>()
  let nextId = firstId

  /** @param degrees clockwise from the top. @returns the group's number. */
  const addGroup = (radius: number, degrees: number): number => {
    const angle = (degrees * Math.PI) / 180
    return groups.push({ x: Math.round(radius * Math.sin(angle)), y: Math.round(-radius * Math.cos(angle)) }) - 1
  }
  const addNode = (
    { group, orbit = 0, index = 0 }: { group: number; orbit?: number; index?: number },
    { stats = [], kind = 'normal', ascendancy, name: text }: NodeText,
    id?: number,
  ): number => {
    const own = id ?? nextId++
    nodes.set(own, { id: own, name: text, stats, kind, ascendancy: ascendancy ?? null, group, orbit, index, out: [] })
    return own
  }
  const link = (from: number, to: number): void => void nodes.get(from)?.out.push(to)
  const linkAll = (ids: readonly number[]): void => {
    for (const [at, id] of ids.entries()) if (at > 0) link(ids[at - 1] ?? id, id)
  }

  /**
   * Six nodes in a circle around a mastery: the entry is towards the middle of the tree, the notable opposite.
   * @param ring number of the orbit with six places
   * @returns the entry node
   */
  const addWheel = (
    radius: number,
    degrees: number,
    ring: number,
    texts: { small: NodeText; notable: NodeText; mastery: NodeText },
  ) => {
    const group = addGroup(radius, degrees)
    const first = (Math.round(degrees / 60) + 3) % 6
    const circle = Array.from({ length: 6 }, (_, step) =>
      addNode({ group, orbit: ring, index: (first + step) % 6 }, step === 3 ? texts.notable : texts.small),
    )
    linkAll([...circle, circle[0] ?? 0])
    link(circle[3] ?? 0, addNode({ group }, texts.mastery))
    return circle[0] ?? 0
  }

  return { addGroup, addNode, link, linkAll, addWheel, finish: (): Tree => ({ name, groups, nodes, orbits }) }
}

const flagOf: Readonly<Partial<Record<TreeNode['kind'], string>>> = {
  notable: 'isNotable',
  keystone: 'isKeystone',
  mastery: 'isMastery',
  socket: 'isJewelSocket',
}

/** As `data.json`, without art. */
export const renderTree = ({ name, groups, nodes, orbits }: Tree): Record<string, unknown> => {
  const renderNode = ({ id, stats, kind, ascendancy, group, orbit, index, out, name: text }: TreeNode) => ({
    skill: id,
    name: text,
    stats,
    group: group + 1,
    orbit,
    orbitIndex: index,
    out: out.map(String),
    ...(flagOf[kind] === undefined ? {} : { [flagOf[kind]]: true }),
    ...(ascendancy === null ? {} : { ascendancyName: ascendancy }),
    ...(kind !== 'start' ? {} : ascendancy === null ? { classStartIndex: 0 } : { isAscendancyStart: true }),
  })
  const all = [...nodes.values()]
  return {
    tree: name,
    groups: Object.fromEntries(
      groups.map(({ x, y }, at) => [
        String(at + 1),
        { x, y, nodes: all.filter(({ group }) => group === at).map(({ id }) => String(id)) },
      ]),
    ),
    nodes: Object.fromEntries(all.map((node) => [String(node.id), renderNode(node)])),
    constants: { skillsPerOrbit: orbits.map(({ places }) => places), orbitRadii: orbits.map(({ radius }) => radius) },
  }
}
