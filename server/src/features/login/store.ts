import type { Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

/** Remembers a login on its way; takes the chance to forget those whose time is over. */
export async function insertLoginState(db: Db, state: NewRow<'login_states'>, now: Date): Promise<void> {
  await db.deleteFrom('login_states').where('expires_at', '<', now).execute()
  await db.insertInto('login_states').values(state).execute()
}

/** Takes a login that is on its way: whoever comes second, later or for another provider finds nothing. */
export async function takeLoginState(
  db: Db,
  provider: Provider,
  state_hash: Buffer,
  now: Date,
): Promise<Row<'login_states'> | null> {
  const row = await db
    .deleteFrom('login_states')
    .where('state_hash', '=', state_hash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Two logins with the same account wait for each other, so that one account never makes two users. */
export async function lockAccount(tx: Tx, provider: Provider, account_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}:${account_id}`}, 0))`.execute(tx)
}

export async function findAccountOwner(db: Db, provider: Provider, account_id: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('accounts')
    .select('user_id')
    .where('provider', '=', provider)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function insertUser(db: Db, display_name: string): Promise<UserId> {
  const row = await db.insertInto('users').values({ display_name }).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Connects the account; a user's earlier account of the same provider is replaced. */
export async function upsertAccount(db: Db, account: NewRow<'accounts'>): Promise<void> {
  const { user_id: _, provider: __, ...columns } = account
  await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet(columns))
    .execute()
}

export function findTokenUser(db: Db, user_id: UserId): Promise<Pick<Row<'users'>, 'id' | 'permissions' | 'token_version'>> {
  return db.selectFrom('users').select(['id', 'permissions', 'token_version']).where('id', '=', user_id).executeTakeFirstOrThrow()
}

export async function findGameAccount(db: Db, user_id: UserId): Promise<Row<'accounts'> | null> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('provider', '=', 'poe')
    .executeTakeFirst()
  return row ?? null
}

/** The same row, held until the transaction ends: others who want to renew its token wait. */
export async function lockGameAccount(tx: Tx, user_id: UserId): Promise<Row<'accounts'> | null> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('provider', '=', 'poe')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateGameAccount(
  db: Db,
  user_id: UserId,
  change: Partial<Pick<Row<'accounts'>, 'access_token' | 'refresh_token' | 'scopes' | 'expires_at' | 'broken_reason'>>,
): Promise<void> {
  await db.updateTable('accounts').set(change).where('user_id', '=', user_id).where('provider', '=', 'poe').execute()
}
