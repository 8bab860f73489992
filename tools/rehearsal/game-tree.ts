import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TreeLayout, TreeLayoutNode } from '@muster/contract/game-trees'
import { ascendancyNodesOf, baseClasses } from '@muster/simulator/world/classes'

const patch = '3_29'

/** Gives the server the tree of the simulated game, as an organiser imports the game's: points of an ascendancy are told by it. */
export function importSimulatedTree(data_dir: string): void {
  const ascendancies = baseClasses.flatMap((base) => base.ascendancies)
  const nodes = ascendancies.flatMap((ascendancy) =>
    ascendancyNodesOf(ascendancy).map(
      (id, place): TreeLayoutNode => ({
        id,
        name: '',
        kind: place === 0 ? 'start' : 'normal',
        stats: [],
        ascendancy,
        x: place,
        y: 0,
      }),
    ),
  )
  const tree: TreeLayout = { game_version: 'poe1', kind: 'passive', patch, nodes, edges: [] }
  writeFileSync(join(data_dir, `tree.poe1.passive.${patch}.json`), `${JSON.stringify(tree)}\n`)
}
