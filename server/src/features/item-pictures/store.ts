import type { Realm } from '@muster/contract/game-versions'
import type { NamedItem } from '@muster/domain/items/named-items'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A text that identifies the state of a realm's addresses. */
export async function findPicturesVersion(db: Db, realm: Realm): Promise<string> {
  const row = await db
    .selectFrom('item_pictures')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.max('changed_at').as('changed_at')])
    .where('realm', '=', realm)
    .executeTakeFirstOrThrow()
  return `${row.count} ${row.changed_at?.getTime() ?? 0}`
}

const keyOf = ({ is_unique, name }: NamedItem) => `${is_unique} ${name}`

export type Pictures = (item: NamedItem) => string | undefined

/** @returns the addresses of items that have one on this host */
export async function loadPictures(db: Db, realm: Realm, origin: string, items: readonly NamedItem[]): Promise<Pictures> {
  const namesOf = (is_unique: boolean) => [...new Set(items.filter((one) => one.is_unique === is_unique).map(({ name }) => name))]
  const rows = await db
    .selectFrom('item_pictures')
    .select(['is_unique', 'name', 'address'])
    .where('realm', '=', realm)
    .where(
      sql<boolean>`((is_unique and name = any(${namesOf(true)}::text[])) or (not is_unique and name = any(${namesOf(false)}::text[])))`,
    )
    .execute()
  // The configured host may have changed since an address was stored.
  const known = new Map(rows.filter(({ address }) => address.startsWith(`${origin}/`)).map((row) => [keyOf(row), row.address]))
  return (item) => known.get(keyOf(item))
}
