import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atlasTree } from '@muster/simulator/trees/atlas-tree'
import { passiveTree } from '@muster/simulator/trees/passive-tree'
import { renderTree } from '@muster/simulator/trees/tree'
import { runProgram } from './processes.ts'

const patch = '3.29'

/** Gives the server the trees of the simulated game, by the command with which an organiser imports the game's. */
export async function importSimulatedTrees(data_dir: string): Promise<void> {
  mkdirSync(data_dir, { recursive: true })
  await Promise.all(
    [passiveTree, atlasTree].map(async (tree) => {
      const file = join(data_dir, `simulated-${tree.name.toLowerCase()}-tree.json`)
      writeFileSync(file, JSON.stringify(renderTree(tree)))
      const command = ['tools/game-data.ts', 'import', file, '--patch', patch]
      const { code, output } = await runProgram(process.execPath, command, { env: { DATA_DIR: data_dir } })
      if (code !== 0) throw new Error(`a tree of the simulated game was not imported: ${output}`)
    }),
  )
}
