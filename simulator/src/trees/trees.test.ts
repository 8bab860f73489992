import { describe, expect, test } from 'vitest'
import { createDraws } from '../prng.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import { renderCharacter } from '../views/character-view.ts'
import { renderLeagueAccount } from '../views/league-view.ts'
import { renderSecondCharacter } from '../views/second-character-view.ts'
import { baseClasses } from '../world/classes.ts'
import { secondGameClasses } from '../world/second-game/classes.ts'
import { ATLAS_ROOT, atlasTree } from './atlas-tree.ts'
import { passiveTree, secondPassiveTree } from './passive-tree.ts'
import { renderTree, type Tree } from './tree.ts'
import { walkTree } from './walk.ts'

const HOUR = 60 * 60_000

interface SecondPassives {
  hashes: number[]
  specialisations: { set1: number[]; set2: number[] }
}

const linesOf = (tree: Tree) => [...tree.nodes.values()].flatMap(({ id, out }) => out.map((other) => [id, other] as const))

/** The nodes connected to the start, among the given nodes. */
const reach = (tree: Tree, start: number, within: ReadonlySet<number>): Set<number> => {
  const reached = new Set([start])
  const lines = linesOf(tree)
  for (let before = 0; before < reached.size; ) {
    before = reached.size
    for (const [from, to] of lines)
      if (within.has(from) && within.has(to) && (reached.has(from) || reached.has(to))) reached.add(from).add(to)
  }
  return reached
}

describe.each([
  ['passive', passiveTree, baseClasses[0]?.start_node ?? 0],
  ['second passive', secondPassiveTree, secondGameClasses[0]?.start_node ?? 0],
  ['atlas', atlasTree, ATLAS_ROOT],
] as const)('the %s tree', (_, tree, start) => {
  const ordinary = [...tree.nodes.values()].filter(({ ascendancy }) => ascendancy === null)

  test('is connected, and all lines end at nodes', () => {
    const ids = new Set(ordinary.map(({ id }) => id))
    expect(reach(tree, start, ids)).toEqual(ids)
    for (const [, to] of linesOf(tree)) expect(tree.nodes.has(to)).toBe(true)
  })

  test('has a unique name for every notable and keystone', () => {
    const names = [...tree.nodes.values()].filter(({ kind }) => kind === 'notable' || kind === 'keystone').map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).not.toContain('')
  })

  test('has no two nodes in the same position', () => {
    const places = [...tree.nodes.values()].map(({ group, orbit, index }) => `${group}/${orbit}/${index}`)
    expect(new Set(places).size).toBe(places.length)
    const { nodes, groups } = renderTree(tree) as { nodes: Record<string, { group: number }>; groups: Record<string, unknown> }
    expect(Object.values(nodes).every(({ group }) => String(group) in groups)).toBe(true)
  })

  test('is allocated from notable to notable, connected, and a longer path continues a shorter one', () => {
    const walk = (count: number) => walkTree(tree, start, createDraws(7, 'a walk'), count)
    const long = walk(120)
    expect(long).toHaveLength(120)
    expect(walk(30)).toEqual(long.slice(0, 30))
    for (const count of [1, 17, 60, 120]) {
      const taken = new Set([start, ...long.slice(0, count)])
      expect(reach(tree, start, taken)).toEqual(taken)
    }
    expect(long.filter((id) => tree.nodes.get(id)?.kind === 'notable').length).toBeGreaterThan(8)
  })
})

test('characters allocate nodes of these trees and no others', async () => {
  const simulator = await startSimulator()
  simulator.step(40 * HOUR)
  const { world } = simulator
  const ways = world.accounts.flatMap((account) => {
    const [character] = account.characters
    const view = { wire_version: '3.29', image_base: '' } as const
    const body = character && renderCharacter(world.options.seed, account, character.name, view)
    if (!body) return []
    const { passives, level } = (
      JSON.parse(body.toString()) as { character: { level: number; passives: { hashes: number[]; mastery_effects: object } } }
    ).character
    const { league_account } = JSON.parse(renderLeagueAccount(world.options.seed, account, world.options.league).toString()) as {
      league_account: { atlas_passive_trees: { hashes: number[] }[] }
    }
    return [{ level, passives, atlas: league_account.atlas_passive_trees.map(({ hashes }) => hashes) }]
  })
  expect(ways.length).toBeGreaterThan(2)
  for (const { level, passives, atlas } of ways) {
    const { hashes } = passives
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(hashes.length).toBeGreaterThan(level)
    expect(hashes.filter((id) => !passiveTree.nodes.has(id))).toEqual([])
    const [start = 0] = hashes
    const own = hashes.filter((id) => passiveTree.nodes.get(id)?.ascendancy === null)
    expect(reach(passiveTree, start, new Set(own))).toEqual(new Set(own))
    expect(Object.keys(passives.mastery_effects).every((id) => hashes.includes(Number(id)))).toBe(true)
    for (const nodes of atlas) {
      expect(nodes.filter((id) => !atlasTree.nodes.has(id))).toEqual([])
      if (nodes.length > 0) expect(reach(atlasTree, ATLAS_ROOT, new Set(nodes))).toEqual(new Set(nodes))
    }
  }
  const [first, second] = ways.map(({ passives }) => new Set(passives.hashes))
  expect([...(first ?? [])].filter((id) => !second?.has(id)).length).toBeGreaterThan(20)
})

test('characters of the second game allocate connected nodes of its tree, with both weapon sets', async () => {
  const simulator = await startSimulator({ preset: 'tiny_both' })
  simulator.step(40 * HOUR)
  const { world } = simulator
  const view = { wire_version: '3.29', image_base: '', shows_inventory: false } as const
  const all = world.accounts.flatMap((account) =>
    account.second_game.map(({ name }) => {
      const body = renderSecondCharacter(world.options.seed, account, name, view)
      const { passives } = (JSON.parse(String(body)) as { character: { passives: SecondPassives } }).character
      return passives
    }),
  )
  expect(all.length).toBe(world.accounts.length * 2)
  for (const { hashes, specialisations } of all) {
    const [start = 0, ...taken] = [...hashes, ...specialisations.set1, ...specialisations.set2]
    expect(taken.filter((id) => !secondPassiveTree.nodes.has(id))).toEqual([])
    const ordinary = new Set(taken.filter((id) => secondPassiveTree.nodes.get(id)?.ascendancy === null))
    expect(reach(secondPassiveTree, start, new Set([start, ...ordinary])).size).toBe(ordinary.size + 1)
  }
})
