import { providers } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import type { User } from '@muster/contract/users'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { findUser } from '../users/store.ts'
import { giveBack } from './give-back.ts'
import { listPasskeys } from './passkey-store.ts'
import { lockAccountsOf, removeAccount } from './store.ts'

/**
 * Disconnects an account, never the last way to log in; passkeys count. Our consent is revoked at the provider where
 * possible. An unknown or unconnected provider changes nothing.
 * @throws Refusal invalid_request, last_provider, not_authenticated
 */
export async function removeConnection(ctx: Context, user_id: UserId, provider: string | undefined): Promise<User> {
  if (!provider) {
    throw new Refusal('invalid_request', 'No provider specified', [{ field: 'provider', problem: 'is required' }])
  }
  const removed = await ctx.db.transact(async (tx) => {
    const accounts = await lockAccountsOf(tx, user_id)
    const passkeys = await listPasskeys(tx, user_id)
    if (accounts.length + passkeys.length < 2) throw new Refusal('last_provider')
    const account = accounts.find((one) => one.provider === providers.find((known) => known === provider))
    if (account) await removeAccount(tx, account)
    return account
  })
  if (removed) await giveBack(ctx, removed)
  const user = await findUser(ctx.db, user_id)
  if (!user) throw new Refusal('not_authenticated')
  return user
}
