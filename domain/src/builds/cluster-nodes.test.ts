import { expect, test } from 'vitest'
import { readClusterNodes } from './cluster-nodes.ts'

const jewel = (type: string, nodes: object) => ({ type: `JewelPassivesExpansion${type}`, subgraph: { nodes } })
const at = (orbitIndex: number, more: object = {}) => ({ orbitIndex, ...more })

test.each([
  ['the next place on the ring', 11, 'Large', at(7), 65_568],
  ['the next place of the ring', 11, 'Large', at(8), 65_569],
  ['a place before the anchor, counted around the ring', 11, 'Large', at(6), 65_579],
  ['another large socket', 13, 'Large', at(4), 65_536 + (2 << 6) + (2 << 4)],
  ['a medium jewel below a large socket', 22, 'Medium', at(7), 65_536 + (1 << 9) + (1 << 4)],
  ['a small jewel below a medium one', 24, 'Small', at(3), 65_536 + 2],
  ['a small jewel whose rotation is off by one', 24, 'Small', at(4), 65_536 + 2],
  ['a medium jewel in a large socket, anchored where the middle socket is', 13, 'Medium', at(4), 65_536 + (2 << 6) + (1 << 4)],
])('%s', (_, x, type, node, expected) => {
  expect(readClusterNodes([3], { [x]: jewel(type, { 3: node }) })).toEqual([expected])
})

test('only allocated nodes count, masteries have no number, and sockets keep their number in the tree', () => {
  const nodes = {
    1: at(7),
    2: at(8),
    1003: at(9, { isMastery: true }),
    5: at(10, { expansionJewel: { size: 1 }, skill: '29712' }),
  }
  expect(readClusterNodes([1, 5, 1003], { 11: jewel('Large', nodes) })).toEqual([29_712, 65_568])
})

test.each([
  ['no jewels', []],
  ['a plain jewel', { 4: { type: 'JewelStr' } }],
  ['an unknown socket', { 99: jewel('Large', { 1: at(0) }) }],
  ['a jewel without nodes', { 11: { type: 'JewelPassivesExpansionLarge' } }],
])('%s add nothing', (_, data) => {
  expect(readClusterNodes([1], data)).toEqual([])
})
