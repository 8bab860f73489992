import { describe, expect, it } from 'vitest'
import { listAscendancyNodes } from './ascendancy-nodes.ts'
import { isTreeExport, parseTreeExport } from './tree-export.ts'

const groups = { 1: { x: 100, y: 200, orbits: [0, 2] }, 2: { x: 500, y: 200, orbits: [0] } }
const constants = { skillsPerOrbit: [1, 6, 16], orbitRadii: [0, 82, 162] }
const aNode = (skill: number, more: Record<string, unknown> = {}) => ({
  skill,
  name: `Node ${skill}`,
  group: 1,
  orbit: 0,
  ...more,
})
const parse = (nodes: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  const result = parseTreeExport({ tree: 'Default', groups, constants, nodes, ...more }, 'poe1', '3_29')
  if (!result.ok) throw new Error(result.reason)
  return result
}

describe('a tree export', () => {
  it('gives every node its position on the ring of its group', () => {
    const { tree } = parse({
      1: aNode(1),
      2: aNode(2, { orbit: 2, orbitIndex: 4 }),
      3: aNode(3, { orbit: 2, orbitIndex: 2 }),
      4: aNode(4, { orbit: 1, orbitIndex: 3 }),
    })
    expect(tree.nodes.map(({ x, y }) => [x, y])).toEqual([
      [100, 200],
      [262, 200],
      // The third place of sixteen is at 45 degrees, not at 2/16 of the ring.
      [214.6, 85.4],
      [100, 282],
    ])
  })

  it('gives the kind of a node, its lines, and its ascendancy', () => {
    const { tree } = parse({
      1: aNode(1, { isKeystone: true, stats: ['One\nTwo', 'Three'] }),
      2: aNode(2, { isNotable: true, ascendancyName: 'Deadeye' }),
      3: aNode(3, { isMastery: true }),
      4: aNode(4, { isJewelSocket: true }),
      5: aNode(5, { classStartIndex: 2 }),
      6: aNode(6, { isAscendancyStart: true, ascendancyName: 'Deadeye' }),
    })
    expect(tree.nodes.map(({ kind }) => kind)).toEqual(['keystone', 'notable', 'mastery', 'socket', 'start', 'start'])
    expect(tree.nodes[0]?.stats).toEqual(['One', 'Two', 'Three'])
    expect(tree.nodes[1]?.ascendancy).toBe('Deadeye')
  })

  it('joins neighbours on one ring by the shorter arc, others by a straight line, each pair once', () => {
    const ring = (orbitIndex: number, out: unknown[]) => ({ orbit: 2, orbitIndex, out })
    const { tree } = parse({
      1: aNode(1, ring(0, ['2', '3'])),
      2: aNode(2, ring(4, ['1'])),
      3: aNode(3, ring(12, ['4', '99'])),
      4: aNode(4, { group: 2, out: [] }),
    })
    expect(tree.edges).toEqual([
      [1, 2, 162],
      [1, 3, -162],
      [3, 4, 0],
    ])
  })

  it('draws no line to masteries, nor between the tree and an ascendancy', () => {
    const { tree } = parse({
      1: aNode(1, { out: ['2', '3'] }),
      2: aNode(2, { isMastery: true }),
      3: aNode(3, { ascendancyName: 'Deadeye' }),
    })
    expect(tree.edges).toEqual([])
  })

  it('draws no line between two gateways, which lead across the whole tree', () => {
    const { tree } = parse({
      1: aNode(1, { isWormhole: true, out: ['2', '3'] }),
      2: aNode(2, { isWormhole: true }),
      3: aNode(3),
    })
    expect(tree.edges).toEqual([[1, 3, 0]])
  })

  it('of the second game holds positions, and names ascendancies by their ids', () => {
    const document = {
      tree: 'Default',
      groups,
      nodes: {
        1: aNode(1, { x: 100, y: 38, orbit: 4, ascendancyId: 'Witch3b', isAscendancyStart: true }),
        2: aNode(2, { x: 262, y: 200, orbit: 4, ascendancyId: 'Witch3b', out: ['1'] }),
        3: aNode(3, { x: 100.04, y: 200, ascendancyId: 'Warrior3', isFree: true }),
      },
    }
    const read = parseTreeExport(document, 'poe2', '0_5')
    if (!read.ok) throw new Error(read.reason)
    const { nodes, edges } = read.tree
    expect(nodes.map(({ x, y, ascendancy, is_free }) => [x, y, ascendancy, is_free])).toEqual([
      [100, 38, 'Abyssal Lich', undefined],
      [262, 200, 'Abyssal Lich', undefined],
      [100, 200, 'Smith of Kitava', true],
    ])
    expect(edges).toEqual([[2, 1, -162]])
    expect([...(listAscendancyNodes(read.tree) ?? [])]).toEqual([2])
  })

  it('leaves out and counts nodes without a position', () => {
    const { tree, ignored } = parse({ root: { group: 0, out: ['1'] }, 1: aNode(1), 2: aNode(2, { group: 77 }), 3: null })
    expect([tree.nodes.length, ignored]).toEqual([1, 3])
  })

  it.each([
    [{ tree: 'Atlas' }, 'atlas'],
    [{ tree: undefined }, 'passive'],
  ])('recognises its tree: %j', (more, kind) => {
    expect(parse({ 1: aNode(1) }, more).tree.kind).toBe(kind)
  })

  it('refuses trees that are not drawn, and trees without positions', () => {
    expect(parseTreeExport({ tree: 'Royale', groups, nodes: { 1: aNode(1) } }, 'poe1', '3_29')).toMatchObject({ ok: false })
    expect(parseTreeExport({ groups, nodes: {} }, 'poe1', '3_29')).toMatchObject({ ok: false })
  })

  it('differs from other exports', () => {
    expect([isTreeExport({ nodes: {}, groups: {} }), isTreeExport([]), isTreeExport(null), isTreeExport({ nodes: [] })]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
