import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { judgeSeals, resealTokens } from './account-tokens.ts'
import { updateAccount } from './store.ts'
import type { TokenVault } from './token-vault.ts'

/** What became of the accounts whose tokens were sealed with another secret than the present one. */
export interface SealCount {
  readonly accounts: number
  /** Still sealed with a secret of before. */
  readonly old: number
  /** Sealed with a secret that is not known here: their people have to connect again. */
  readonly unknown: number
}

const page = 500
const lostSecret = 'The connection is no longer valid: this server cannot read what it has kept of it'

async function* readAccounts(db: Db): AsyncGenerator<Row<'accounts'>> {
  for (let last: Row<'accounts'> | undefined; ; ) {
    let query = db.selectFrom('accounts').selectAll().orderBy('user_id').orderBy('provider').limit(page)
    if (last) query = query.where(sql<boolean>`(user_id, provider) > (${last.user_id}, ${last.provider})`)
    const rows = await query.execute()
    yield* rows
    last = rows.at(-1)
    if (!last || rows.length < page) return
  }
}

/** How many accounts still need the secrets of before. */
export async function countSeals(db: Db, vault: TokenVault): Promise<SealCount> {
  const count = { accounts: 0, old: 0, unknown: 0 }
  for await (const account of readAccounts(db)) {
    const seals = judgeSeals(vault, account)
    if (seals.length > 0) count.accounts++
    if (seals.includes('unknown')) count.unknown++
    else if (seals.includes('old')) count.old++
  }
  return count
}

/**
 * Seals the tokens of an account with the present secret where they are sealed with one of before. Not while they are renewed:
 * whoever renews knows the row by its refresh token, and seals the new pair with the present secret. A renewal that was begun an
 * hour ago has no process behind it.
 */
export async function resealAccount(db: Db, vault: TokenVault, account: Row<'accounts'>): Promise<boolean> {
  const columns = resealTokens(vault, account)
  if (Object.keys(columns).length === 0) return false
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set(columns)
    .where('user_id', '=', account.user_id)
    .where('provider', '=', account.provider)
    .where('access_token', 'is not distinct from', account.access_token)
    .where('refresh_token', 'is not distinct from', account.refresh_token)
    .where(sql<boolean>`coalesce(renewal_started_at, '-infinity') < clock_timestamp() - interval '1 hour'`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** All accounts, one by one; whoever uses them meanwhile notices nothing. @returns how many were sealed anew. */
export async function resealAll(db: Db, vault: TokenVault): Promise<number> {
  let resealed = 0
  for await (const account of readAccounts(db)) if (await resealAccount(db, vault, account)) resealed++
  return resealed
}

/** Asks people to connect again whose tokens nobody can open any more. @returns how many accounts. */
export async function giveUpUnknown(db: Db, vault: TokenVault): Promise<number> {
  let given_up = 0
  for await (const account of readAccounts(db)) {
    if (!judgeSeals(vault, account).includes('unknown')) continue
    await updateAccount(db, account, { access_token: null, refresh_token: null, broken_reason: lostSecret })
    given_up++
  }
  return given_up
}
