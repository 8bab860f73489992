import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameVersion } from '@muster/contract/events'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import { type ClassTable, readClassTable } from '@muster/domain/items/class-table'
import type { Context } from '../../context.ts'

/**
 * The item classes imported by an organiser (`npm run game-data -- import`), in addition to those in the item data.
 * @returns undefined if nothing was imported for this game.
 * @throws Error naming the file if it is not a table of item classes.
 */
export async function loadClassTable(data_dir: string, game_version: GameVersion): Promise<ClassTable | undefined> {
  const file = join(data_dir, `item-classes.${game_version}.json`)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const table = readClassTable(parseJson(text), game_version)
  if (table === null) throw new Error(`${file} is not a table of item classes; import it again`)
  return table
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
