import type { UserId } from '@muster/contract/ids'
import type { User } from '@muster/contract/users'
import type { Db } from '../../db/connect.ts'

/** A user with the names of the connected accounts, as the user sees themselves. */
export async function findUser(db: Db, user_id: UserId): Promise<User | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'display_name', 'permissions'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!user) return null
  const rows = await db
    .selectFrom('accounts')
    .select(['provider', 'account_id', 'name', 'expires_at', 'broken_reason'])
    .where('user_id', '=', user_id)
    .execute()
  const accounts = new Map(rows.map((row) => [row.provider, row]))
  const [poe, discord, twitch] = [accounts.get('poe'), accounts.get('discord'), accounts.get('twitch')]
  return {
    ...user,
    account_name: poe?.name ?? null,
    discord_id: discord?.account_id ?? null,
    discord_name: discord?.name ?? null,
    twitch_id: twitch?.account_id ?? null,
    twitch_name: twitch?.name ?? null,
    // Clients ask for a new login when this is missing or past, which is what a broken connection needs.
    token_expiry_timestamp: (poe?.broken_reason ? null : poe?.expires_at?.toISOString()) ?? null,
  }
}
