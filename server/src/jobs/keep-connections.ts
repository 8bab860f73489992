import type { Provider } from '@muster/contract/auth'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { loadToken, reportDeadConnection } from '../features/login/connection-token.ts'
import { gatewayOf } from '../features/login/providers.ts'
import { resealAccount } from '../features/login/reseal.ts'
import { listDueConnections, updateAccount } from '../features/login/store.ts'
import { scheduledTask } from './scheduled-tasks.ts'

/** Event time: how often the provider is asked for the account's profile. This also detects withdrawn consent. */
const checkEvery_ms = 24 * 3_600_000
const max_connections = 200
/** After this many failures in a turn, a provider is skipped for the rest of the turn. */
const max_failures = 5

/** Updates the account's name and detects withdrawn consent. @returns whether the provider responded. */
async function askProfile(ctx: Context, account: Row<'accounts'>, access_token: string): Promise<boolean> {
  const { user_id, provider } = account
  const profile = await gatewayOf(ctx, provider)?.fetchProfile(access_token)
  if (profile?.ok) {
    const { account_id, name, handle } = profile.value
    const checked_at = new Date(ctx.clock.now())
    // A different account id would be an error of the provider; its name is ignored.
    const names = account_id === account.account_id ? { name, handle } : {}
    await updateAccount(ctx.db, account, { checked_at, ...names })
    return true
  }
  if (profile?.failure.reason !== 'unauthorized') return false
  await reportDeadConnection(ctx, user_id, provider, access_token)
  // Either renews the token pair or marks the connection as broken.
  const renewed = await loadToken(ctx, user_id, provider)
  return renewed.ok || renewed.reason !== 'failed'
}

/** Renews expiring tokens and checks the profile once a day. @returns whether the provider responded. */
async function checkConnection(ctx: Context, account: Row<'accounts'>): Promise<boolean> {
  const token = await loadToken(ctx, account.user_id, account.provider)
  if (!token.ok) return token.reason !== 'failed'
  const { checked_at } = account
  const isChecked = checked_at !== null && checked_at.getTime() > ctx.clock.now() - checkEvery_ms
  return isChecked || askProfile(ctx, account, token.access_token)
}

/**
 * Maintains the connections of players in events that are not over, one request at a time. Also reseals data that was sealed with
 * an earlier secret.
 */
export const keepConnections = scheduledTask('KeepConnections', async (ctx, signal) => {
  const now = ctx.clock.now()
  const due = await listDueConnections(ctx.db, new Date(now), new Date(now - checkEvery_ms), max_connections)
  const failures = new Map<Provider, number>()
  for (const account of due) {
    const { provider } = account
    const failed = failures.get(provider) ?? 0
    if (signal.aborted) break
    await resealAccount(ctx.db, ctx.vault, account)
    if (failed >= max_failures || !gatewayOf(ctx, provider)) continue
    if (!(await checkConnection(ctx, account))) failures.set(provider, failed + 1)
  }
  const described = [...failures].map(([provider, count]) => `${provider} (${count})`).join(', ')
  return described === '' ? null : `Could not check connections: no response from ${described}`
})
