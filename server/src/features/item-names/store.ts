import { readFile } from 'node:fs/promises'
import type { GameVersion } from '@muster/contract/events'
import { type Realm, realms } from '@muster/contract/game-versions'
import type { UserId } from '@muster/contract/ids'
import type { AddedItemName, ItemNamesChange, NameSection } from '@muster/contract/item-names'
import { readNameFile } from '@muster/domain/items/name-file'
import { addNames, listNames, type NameList } from '@muster/domain/items/name-list'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { loadImportedNames } from '../../ingestion/rules/class-table.ts'
import { refuseField } from '../../refusal.ts'

/** The names that ship with Muster (`npm run item-names`). */
export async function readShippedNames(game_version: GameVersion): Promise<readonly NameSection[]> {
  const file = new URL(`../../item-names/${game_version}.txt`, import.meta.url)
  return readNameFile(await readFile(file, 'utf8'))
}

const toList = (rows: readonly { readonly is_unique: boolean; readonly name: string }[]): NameList => {
  const namesOf = (wanted: boolean) => new Set(rows.flatMap(({ is_unique, name }) => (is_unique === wanted ? [name] : [])))
  return { uniques: namesOf(true), bases: namesOf(false) }
}

/** Names seen on public items, which their pictures are stored under. */
async function loadSeenNames(db: Db, realm: Realm): Promise<NameList> {
  const rows = await db
    .selectFrom('item_pictures')
    .select(['is_unique', 'name'])
    .where('realm', '=', realm)
    .orderBy('name')
    .execute()
  return toList(rows)
}

/** Maximum number of names that organisers can add to a game, many times the names of a new league. */
const maxAdded = 10_000

/** The names that organisers added to a game, newest first. */
export async function listAddedNames(db: Db, game_version: GameVersion): Promise<AddedItemName[]> {
  const rows = await db
    .selectFrom('added_item_names')
    .innerJoin('users', 'users.id', 'added_item_names.author_id')
    .select(['is_unique', 'name', 'added_at', 'users.id', 'users.display_name'])
    .where('game_version', '=', game_version)
    .orderBy('added_at', 'desc')
    .orderBy('is_unique')
    .orderBy('name')
    .execute()
  return rows.map(({ is_unique, name, added_at, id, display_name }) => ({
    is_unique,
    name,
    author: { id: id as UserId, display_name },
    added_at: added_at.toISOString(),
  }))
}

/** The shipped, imported and seen names of a game. */
async function loadKnownNames({ config }: Pick<Context, 'config'>, db: Db, game_version: GameVersion) {
  const [shipped, imported, seen] = await Promise.all([
    readShippedNames(game_version),
    loadImportedNames(config.data_dir, game_version),
    loadSeenNames(db, realms[game_version]),
  ])
  return addNames(imported ? addNames(shipped, imported) : shipped, seen)
}

/** All known names of a game, with the added ones. */
export async function loadItemNames(ctx: Pick<Context, 'config'>, db: Db, game_version: GameVersion): Promise<NameSection[]> {
  const [known, added] = await Promise.all([loadKnownNames(ctx, db, game_version), listAddedNames(db, game_version)])
  return [...addNames(known, toList(added))]
}

/**
 * Removes and adds names of one kind. A shipped, imported or seen name is not added.
 * @throws Refusal invalid_request, if the game would have too many added names
 */
export async function changeAddedNames(
  ctx: Context,
  game_version: GameVersion,
  author_id: UserId,
  { is_unique, add, remove }: ItemNamesChange,
): Promise<AddedItemName[]> {
  const known = listNames(await loadKnownNames(ctx, ctx.db, game_version))[is_unique ? 'uniques' : 'bases']
  const fresh = [...new Set(add)].filter((name) => !known.has(name))
  return ctx.db.transact(async (tx) => {
    if (remove.length > 0) {
      await tx
        .deleteFrom('added_item_names')
        .where('game_version', '=', game_version)
        .where('is_unique', '=', is_unique)
        .where('name', 'in', remove)
        .execute()
    }
    const added_at = new Date(ctx.clock.now())
    if (fresh.length > 0) {
      await tx
        .insertInto('added_item_names')
        .values(fresh.map((name) => ({ game_version, is_unique, name, author_id, added_at })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const all = await listAddedNames(tx, game_version)
    if (all.length > maxAdded) throw refuseField('add', `would exceed the ${maxAdded} names that can be added to a game`)
    return all
  })
}
