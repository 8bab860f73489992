import { readFile } from 'node:fs/promises'
import type { GameVersion } from '@muster/contract/events'
import { type Realm, realms } from '@muster/contract/game-versions'
import type { NameSection } from '@muster/contract/item-names'
import { readNameFile } from '@muster/domain/items/name-file'
import { addNames } from '@muster/domain/items/name-list'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { loadImportedNames } from '../../ingestion/rules/class-table.ts'

/** The names that ship with Muster (`npm run item-names`). */
export async function readShippedNames(game_version: GameVersion): Promise<readonly NameSection[]> {
  const file = new URL(`../../item-names/${game_version}.txt`, import.meta.url)
  return readNameFile(await readFile(file, 'utf8'))
}

/** Names seen on public items, which their pictures are stored under. */
async function loadSeenNames(db: Db, realm: Realm) {
  const rows = await db
    .selectFrom('item_pictures')
    .select(['is_unique', 'name'])
    .where('realm', '=', realm)
    .orderBy('name')
    .execute()
  const namesOf = (wanted: boolean) => new Set(rows.flatMap(({ is_unique, name }) => (is_unique === wanted ? [name] : [])))
  return { uniques: namesOf(true), bases: namesOf(false) }
}

/** All known names of a game: shipped, imported, and seen. */
export async function loadItemNames(
  { config }: Pick<Context, 'config'>,
  db: Db,
  game_version: GameVersion,
): Promise<NameSection[]> {
  const [shipped, imported, seen] = await Promise.all([
    readShippedNames(game_version),
    loadImportedNames(config.data_dir, game_version),
    loadSeenNames(db, realms[game_version]),
  ])
  return [...addNames(imported ? addNames(shipped, imported) : shipped, seen)]
}
