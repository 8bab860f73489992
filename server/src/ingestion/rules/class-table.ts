import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameVersion } from '@muster/contract/events'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import { type ClassTable, readClassTable } from '@muster/domain/items/class-table'
import { type NameList, readNameList } from '@muster/domain/items/name-list'
import type { Context } from '../../context.ts'

/**
 * The item classes imported by an organiser (`npm run game-data -- import`), in addition to those in the item data.
 * @returns undefined if nothing was imported for this game.
 * @throws Error naming the file if it is not a table of item classes.
 */
export function loadClassTable(data_dir: string, game_version: GameVersion): Promise<ClassTable | undefined> {
  return loadImport(data_dir, `item-classes.${game_version}.json`, 'table of item classes', (file) =>
    readClassTable(file, game_version),
  )
}

/** The imported names of items, as above. */
export function loadImportedNames(data_dir: string, game_version: GameVersion): Promise<NameList | undefined> {
  return loadImport(data_dir, `item-names.${game_version}.json`, 'list of item names', (file) => readNameList(file, game_version))
}

async function loadImport<T>(data_dir: string, name: string, kind: string, read: (file: unknown) => T | null) {
  const path = join(data_dir, name)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const content = read(parseJson(text))
  if (content === null) throw new Error(`${path} is not a ${kind}; import it again`)
  return content
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Options for reading items of this game, with imported data. */
export async function loadMatcherOptions(ctx: Pick<Context, 'config'>, game_version: GameVersion): Promise<MatcherOptions> {
  const classes = await loadClassTable(ctx.config.data_dir, game_version)
  return classes ? { game_version, classes } : { game_version }
}
