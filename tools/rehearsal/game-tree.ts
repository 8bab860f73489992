import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GameVersion } from '@muster/contract/events'
import { gameVersions } from '@muster/contract/game-versions'
import type { TreeLayout, TreeLayoutNode } from '@muster/contract/game-trees'
import { ascendancyNodesOf, baseClasses } from '@muster/simulator/world/classes'
import { nodesOfAscendancy, secondGameClasses } from '@muster/simulator/world/second-game/classes'

/** The ascendancies of each simulated game with their nodes, starting with the start node. */
const games: Readonly<Record<GameVersion, { patch: string; nodes: readonly (readonly [string, readonly number[]])[] }>> = {
  poe1: {
    patch: '3_29',
    nodes: baseClasses.flatMap(({ ascendancies }) => ascendancies.map((name) => [name, ascendancyNodesOf(name)] as const)),
  },
  poe2: {
    patch: '0_5',
    nodes: secondGameClasses.flatMap(({ ascendancies }) =>
      ascendancies.map(({ name }) => [name, nodesOfAscendancy(name)] as const),
    ),
  },
}

/** Gives the server the trees of the simulated games, as an organiser imports the real ones: they identify ascendancy points. */
export function importSimulatedTrees(data_dir: string): void {
  for (const game_version of gameVersions) {
    const { patch, nodes } = games[game_version]
    const tree: TreeLayout = { game_version, kind: 'passive', patch, nodes: nodes.flatMap(listNodes), edges: [] }
    writeFileSync(join(data_dir, `tree.${game_version}.passive.${patch}.json`), `${JSON.stringify(tree)}\n`)
  }
}

const listNodes = ([ascendancy, ids]: readonly [string, readonly number[]]): TreeLayoutNode[] =>
  ids.map((id, place) => ({ id, name: '', kind: place === 0 ? 'start' : 'normal', stats: [], ascendancy, x: place, y: 0 }))
