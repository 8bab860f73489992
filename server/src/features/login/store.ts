import type { Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

/** The columns of a user that a token contains. */
export type TokenUser = Pick<Row<'users'>, 'id' | 'permissions' | 'token_version'>

/** Stores a pending login and deletes expired ones. */
export async function insertLoginState(db: Db, state: NewRow<'login_states'>, now: Date): Promise<void> {
  await db.deleteFrom('login_states').where('expires_at', '<', now).execute()
  await db.insertInto('login_states').values(state).execute()
}

/** Takes a pending login: a second, late or foreign callback finds none. */
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

/** Locks a user until the transaction ends, against deletion and logout. @returns null for a deleted user */
export async function holdUser(tx: Tx, user_id: UserId): Promise<(TokenUser & Pick<Row<'users'>, 'logged_out_at'>) | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'permissions', 'token_version', 'logged_out_at'])
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

export const insertUser = (db: Db, display_name: string): Promise<TokenUser> =>
  db.insertInto('users').values({ display_name }).returning(['id', 'permissions', 'token_version']).executeTakeFirstOrThrow()

/** Connects the account; the user's earlier account of the same provider is replaced. */
export async function upsertAccount(db: Db, account: NewRow<'accounts'>): Promise<void> {
  const { user_id: _, provider: __, ...columns } = account
  await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet(columns))
    .execute()
}

/** Ends pauses after failures: they are long, and belong to the former connection. */
export async function endPauses(db: Db, user_id: UserId, now: Date): Promise<void> {
  await db
    .updateTable('character_polls')
    .set({ list_due_at: now, detail_due_at: now, failures_in_a_row: 0 })
    .where('user_id', '=', user_id)
    .where('failures_in_a_row', '>', 0)
    .execute()
  await db
    .updateTable('guild_stash_polls')
    .set({ due_at: now, failures_in_a_row: 0 })
    .where('user_id', '=', user_id)
    .where('failures_in_a_row', '>', 0)
    .execute()
}

/** A renewal older than this, by the database's wall clock, no longer has a process. */
const claim_seconds = 90

type OwnAccount = Pick<Row<'accounts'>, 'user_id' | 'provider'>

export async function findAccount(db: Db, user_id: UserId, provider: Provider): Promise<Row<'accounts'> | null> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row ?? null
}

/** The accounts of many users at one provider. */
export async function listAccountsOf(db: Db, user_ids: readonly UserId[], provider: Provider): Promise<Row<'accounts'>[]> {
  if (user_ids.length === 0) return []
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', sql<UserId>`any(${user_ids}::int[])`)
    .where('provider', '=', provider)
    .execute()
}

/** The same row, locked until the transaction ends. */
export async function lockOwnAccount(tx: Tx, user_id: UserId, provider: Provider): Promise<Row<'accounts'> | null> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether the process that started the renewal of this account may still run. */
export async function isRenewalHeld(tx: Tx, { user_id, provider }: OwnAccount): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select(sql<boolean>`renewal_started_at > clock_timestamp() - make_interval(secs => ${claim_seconds})`.as('is_held'))
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.is_held ?? false
}

type AccountChange = Partial<Omit<Row<'accounts'>, 'user_id' | 'provider' | 'account_id' | 'renewal_started_at'>> & {
  readonly renewal_started_at?: 'now' | null
}

const toColumns = ({ renewal_started_at, ...columns }: AccountChange) => ({
  ...columns,
  ...(renewal_started_at !== undefined && {
    renewal_started_at: renewal_started_at === 'now' ? sql<Date>`clock_timestamp()` : null,
  }),
})

export async function updateAccount(db: Db, { user_id, provider }: OwnAccount, change: AccountChange): Promise<void> {
  await db
    .updateTable('accounts')
    .set(toColumns(change))
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .execute()
}

/**
 * Stores the result of a renewal, unless the row has another refresh token by now: then the user connected again.
 * @returns whether it was stored
 */
export async function replaceRefreshed(db: Db, account: Row<'accounts'>, change: AccountChange): Promise<boolean> {
  const { user_id, provider, account_id, refresh_token } = account
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set(toColumns(change))
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .where('account_id', '=', account_id)
    .where('refresh_token', '=', refresh_token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Connections to check, of players in events that are not over: those not checked since `unchecked_since`, and game connections
 * whose tokens are to be renewed, because the jobs read with them. Broken connections are left out: only their users can repair
 * them. Never checked ones come first.
 */
export function listDueConnections(db: Db, now: Date, unchecked_since: Date, limit: number): Promise<Row<'accounts'>[]> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('broken_reason', 'is', null)
    .where('access_token', 'is not', null)
    .where((where) =>
      where.or([
        where('checked_at', 'is', null),
        where('checked_at', '<=', unchecked_since),
        where.and([where('provider', '=', 'poe'), where('renew_at', '<=', now)]),
      ]),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('team_users')
          .innerJoin('events', 'events.id', 'team_users.event_id')
          .whereRef('team_users.user_id', '=', 'accounts.user_id')
          .where('events.event_end_time', '>', now),
      ),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('user_id')
    .orderBy('provider')
    .limit(limit)
    .execute()
}

/** Locks the user's row, so that of two simultaneous removals the second sees the result of the first; then the accounts. */
export async function lockAccountsOf(tx: Tx, user_id: UserId): Promise<Row<'accounts'>[]> {
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
  return tx.selectFrom('accounts').selectAll().where('user_id', '=', user_id).execute()
}

export async function removeAccount(db: Db, { user_id, provider }: OwnAccount): Promise<void> {
  await db.deleteFrom('accounts').where('user_id', '=', user_id).where('provider', '=', provider).execute()
}
