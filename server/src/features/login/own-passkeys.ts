import type { PasskeyId, UserId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { findRecovery, listPasskeys, presentPasskey, removePasskeys, updatePasskeyName } from './passkey-store.ts'
import { gatewayOf } from './providers.ts'
import { lockAccountsOf } from './store.ts'

export async function readOwnPasskeys({ db }: Context, user_id: UserId) {
  const [passkeys, recovery] = await Promise.all([listPasskeys(db, user_id), findRecovery(db, user_id, new Date(0))])
  return { passkeys: passkeys.map(presentPasskey), recovery }
}

/** @throws Refusal passkey_not_found */
export async function renamePasskey({ db }: Context, user_id: UserId, id: PasskeyId, name: string): Promise<void> {
  if (!(await updatePasskeyName(db, user_id, id, name))) throw new Refusal('passkey_not_found')
}

/**
 * Removes a passkey, never the last way to log in: accounts of providers that this server no longer knows do not count.
 * @throws Refusal passkey_not_found, last_provider
 */
export async function removePasskey(ctx: Context, user_id: UserId, id: PasskeyId): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const accounts = await lockAccountsOf(tx, user_id)
    const passkeys = await listPasskeys(tx, user_id)
    if (!passkeys.some((one) => one.id === id)) throw new Refusal('passkey_not_found')
    const others = passkeys.length - 1 + accounts.filter(({ provider }) => gatewayOf(ctx, provider) !== null).length
    if (others === 0) throw new Refusal('last_provider')
    await removePasskeys(tx, [id])
  })
}
