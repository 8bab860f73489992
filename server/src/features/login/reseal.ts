import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { countOldTexts, resealTexts } from '../../sealed-texts.ts'
import { judgeSeals, resealTokens } from './account-tokens.ts'
import { updateAccount } from './store.ts'
import type { TokenVault } from './token-vault.ts'

/** Sealed texts that do not use the present secret. */
export interface SealCount {
  readonly accounts: number
  /** Still sealed with an old secret. */
  readonly old: number
  /** Sealed with an unknown secret: their users have to connect again. */
  readonly unknown: number
  /** Addresses and keys of routes and pushed notices, still sealed with an old secret. */
  readonly others: number
}

const page = 500
const lostSecret = 'The connection is no longer valid: this server cannot read its stored tokens'

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

/** Counts the texts that still need old secrets. */
export async function countSeals(db: Db, vault: TokenVault): Promise<SealCount> {
  const count = { accounts: 0, old: 0, unknown: 0, others: await countOldTexts(db, vault) }
  for await (const account of readAccounts(db)) {
    const seals = judgeSeals(vault, account)
    if (seals.length > 0) count.accounts++
    if (seals.includes('unknown')) count.unknown++
    else if (seals.includes('old')) count.old++
  }
  return count
}

/**
 * Seals the tokens of an account with the present secret if an old one seals them. Not during a renewal: the renewing process
 * finds the row by its refresh token, and seals the new pair with the present secret. A renewal that began an hour ago has no
 * process any more.
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

/**
 * Reseals all accounts and other texts, one by one, without effect on their use.
 * @returns how many accounts were sealed
 */
export async function resealAll(db: Db, vault: TokenVault): Promise<number> {
  await resealTexts(db, vault)
  let resealed = 0
  for await (const account of readAccounts(db)) if (await resealAccount(db, vault, account)) resealed++
  return resealed
}

/**
 * Asks users whose tokens cannot be opened to connect again.
 * @returns how many accounts
 */
export async function giveUpUnknown(db: Db, vault: TokenVault): Promise<number> {
  let given_up = 0
  for await (const account of readAccounts(db)) {
    if (!judgeSeals(vault, account).includes('unknown')) continue
    await updateAccount(db, account, { access_token: null, refresh_token: null, broken_reason: lostSecret })
    given_up++
  }
  return given_up
}
