import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GameVersion } from '@muster/contract/events'
import { baseLists } from '@muster/simulator/oracle/base-list'
import { atlasTree } from '@muster/simulator/trees/atlas-tree'
import { passiveTree, secondPassiveTree } from '@muster/simulator/trees/passive-tree'
import { renderTree } from '@muster/simulator/trees/tree'
import { runProgram } from './processes.ts'

interface Import {
  readonly name: string
  readonly game_version: GameVersion
  /** Set for trees; a list of base types has none. */
  readonly patch?: string
  readonly document: () => unknown
}

const imports: readonly Import[] = [
  { name: 'passive-tree', game_version: 'poe1', patch: '3.29', document: () => renderTree(passiveTree) },
  { name: 'atlas-tree', game_version: 'poe1', patch: '3.29', document: () => renderTree(atlasTree) },
  { name: 'passive-tree', game_version: 'poe2', patch: '0.5', document: () => renderTree(secondPassiveTree) },
  { name: 'base-types', game_version: 'poe1', document: () => baseLists.poe1 },
  { name: 'base-types', game_version: 'poe2', document: () => baseLists.poe2 },
]

/** Imports trees and item classes of the simulated games, with the command that organisers use for the games' own. */
export async function importSimulatedGameData(data_dir: string): Promise<void> {
  mkdirSync(data_dir, { recursive: true })
  await Promise.all(
    imports.map(async ({ name, game_version, patch, document }) => {
      const file = join(data_dir, `simulated-${game_version}-${name}.json`)
      writeFileSync(file, JSON.stringify(document()))
      const about = ['--game', game_version, ...(patch === undefined ? [] : ['--patch', patch])]
      const command = ['tools/game-data.ts', 'import', file, ...about]
      const { code, output } = await runProgram(process.execPath, command, { env: { DATA_DIR: data_dir } })
      if (code !== 0) throw new Error(`${name} of the simulated ${game_version} could not be imported: ${output}`)
    }),
  )
}
