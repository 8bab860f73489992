import type { KeyId, UserId } from '@muster/contract/ids'
import type { OwnKey } from '@muster/contract/keys'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'

const shownColumns = ['id', 'name', 'scopes', 'made_at', 'expires_at', 'last_used_at'] as const
type ShownRow = Pick<Row<'own_keys'>, (typeof shownColumns)[number]>

export const presentKey = ({ scopes, made_at, expires_at, last_used_at, ...key }: ShownRow): OwnKey => ({
  ...key,
  scopes: [...scopes],
  made_at: made_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
})

export const listOwnKeys = (db: Db, user_id: UserId): Promise<ShownRow[]> =>
  db.selectFrom('own_keys').select(shownColumns).where('user_id', '=', user_id).orderBy('id').execute()

export const insertKey = (tx: Tx, key: NewRow<'own_keys'>): Promise<ShownRow> =>
  tx.insertInto('own_keys').values(key).returning(shownColumns).executeTakeFirstOrThrow()

/** Locks the user until the transaction ends. @throws Refusal not_authenticated if the account was deleted meanwhile */
export async function holdForKeys(tx: Tx, user_id: UserId): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Refusal('not_authenticated')
}

/** @returns whether the user has this key */
export async function removeKey(tx: Tx, user_id: UserId, id: KeyId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('own_keys')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function removeKeysOf(tx: Tx, user_id: UserId): Promise<void> {
  await tx.deleteFrom('own_keys').where('user_id', '=', user_id).execute()
}

export async function findKey(db: Db, key_hash: Buffer): Promise<Omit<Row<'own_keys'>, 'key_hash'> | null> {
  const row = await db
    .selectFrom('own_keys')
    .select([...shownColumns, 'user_id'])
    .where('key_hash', '=', key_hash)
    .executeTakeFirst()
  return row ?? null
}

/** The keys in a list that are neither revoked nor expired. */
export async function listValidKeys(db: Db, ids: readonly KeyId[], now: Date): Promise<ReadonlySet<KeyId>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('own_keys')
    .select('id')
    .where(sql<boolean>`id = any(${ids})`)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function updateLastUse(db: Db, id: KeyId, last_used_at: Date): Promise<void> {
  await db.updateTable('own_keys').set({ last_used_at }).where('id', '=', id).execute()
}
