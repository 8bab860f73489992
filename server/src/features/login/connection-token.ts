import type { Provider } from '@muster/contract/auth'
import type { UserId } from '@muster/contract/ids'
import { waitReal } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { LoginGateway } from '../../gateways/outside.ts'
import { chooseRenewal, openAccountToken, sealAccountTokens } from './account-tokens.ts'
import { gatewayOf } from './providers.ts'
import { findAccount, isRenewalHeld, listAccountsOf, lockOwnAccount, replaceRefreshed, updateAccount } from './store.ts'
import type { ConnectionToken } from './token-answer.ts'

/** A token counts as over this long before its end, event time, so that a call does not lose it half-way. */
const margin_ms = 60_000
/** Event time: pause after a renewal that did not work, while the old token still does. */
const retryAfter_ms = 10 * 60_000
/** Real time: a renewal is given up after this; its claim outlives it (`claim_seconds` in the store). */
const sendFor_ms = 60_000
/** Real time: how often somebody who waits for another's renewal looks. */
const pollEvery_ms = 50
const waitFor_ms = 100_000
/** Real time: new tokens that the database does not take are offered again so often, so long apart. */
const storeTries = 60
const storeEvery_ms = 2000

const notConnected: ConnectionToken = { ok: false, reason: 'not_connected', detail: 'No account is connected' }
/** Another process may know the secret, or this one after its next start; so nothing is written down about the connection. */
const sealedByOthers: ConnectionToken = {
  ok: false,
  reason: 'failed',
  failure: { reason: 'unavailable', detail: 'the tokens are sealed with a secret that this process does not know' },
}
const ended = 'The connection is no longer valid: the consent was withdrawn, or its time is over'
const lost = 'The connection is no longer valid: the answer to a renewal was lost'

/** The access token while it lives, also of a connection that cannot be renewed any more. */
function readLiving(ctx: Context, account: Row<'accounts'>): ConnectionToken | null {
  const isOver = account.expires_at !== null && account.expires_at.getTime() - margin_ms <= ctx.clock.now()
  const access_token = isOver ? null : openAccountToken(ctx.vault, account, 'access')
  return access_token === null ? null : { ok: true, access_token, scopes: account.scopes }
}

/**
 * Whether it is time to renew although the token still lives. Not after a renewal whose answer was lost: the refresh token
 * may be used up, and trying it again could end what still works. Then the old token is used to its end.
 */
function isDue(ctx: Context, { renew_at, broken_reason, renewal_lost_at }: Row<'accounts'>): boolean {
  return broken_reason === null && renewal_lost_at === null && renew_at !== null && renew_at.getTime() <= ctx.clock.now()
}

/** What can be said of the row without asking the provider; null: its tokens have to be renewed. */
function judge(ctx: Context, account: Row<'accounts'>): ConnectionToken | null {
  const living = readLiving(ctx, account)
  if (living) return isDue(ctx, account) ? null : living
  return account.broken_reason === null ? null : { ok: false, reason: 'broken', detail: account.broken_reason }
}

/**
 * The user's token at a provider, renewed when most of its time is over. A provider kills a refresh token when it is used,
 * so one process at a time renews an account: it writes down that it is going to, asks, and stores the new pair before
 * anybody uses it. A process that dies in between loses the new pair; the old access token still works then, because
 * renewals begin long before its end, and the account stays connected until that end.
 */
export async function loadToken(ctx: Context, user_id: UserId, provider: Provider): Promise<ConnectionToken> {
  const account = await findAccount(ctx.db, user_id, provider)
  if (!account) return notConnected
  const known = judge(ctx, account)
  if (known) return known
  const gateway = gatewayOf(ctx, provider)
  const notSetUp = { reason: 'unavailable', detail: 'this server is not registered with the provider any more' } as const
  if (!gateway) return readLiving(ctx, account) ?? { ok: false, reason: 'failed', failure: notSetUp }
  return shareRenewal(ctx, gateway, account)
}

export interface Tokens {
  /**
   * As by `loadToken`.
   * @param onLine is called with true when a token has to be renewed, which may wait in a queue for minutes, and with false after.
   */
  load(user_id: UserId, onLine?: (isWaiting: boolean) => void): Promise<ConnectionToken>
  /** As `reportDeadConnection`; nobody is given that token again. */
  reportDead(user_id: UserId, access_token: string): Promise<void>
}

/** Tokens of many users with one question to the database. */
export const preloadTokens = async (ctx: Context, user_ids: readonly UserId[], provider: Provider): Promise<Tokens> =>
  keepTokens(ctx, await listAccountsOf(ctx.db, user_ids, provider), provider)

/** Tokens of accounts that were just read; each is judged when it is asked for, and renewed when it is time. */
export function keepTokens(ctx: Context, accounts: readonly Row<'accounts'>[], provider: Provider): Tokens {
  const accountOf = new Map(accounts.map((account) => [account.user_id, account]))
  return {
    async load(user_id, onLine) {
      const account = accountOf.get(user_id)
      const known = account ? judge(ctx, account) : null
      if (known) return known
      // It is renewed now, or was: what is known of it is old.
      accountOf.delete(user_id)
      onLine?.(true)
      try {
        return await loadToken(ctx, user_id, provider)
      } finally {
        onLine?.(false)
      }
    },
    async reportDead(user_id, access_token) {
      accountOf.delete(user_id)
      await reportDeadConnection(ctx, user_id, provider, access_token)
    },
  }
}

/**
 * Renewals may queue for minutes when many are due at once. Meanwhile whoever asks in the same process goes on with
 * the old token as long as it lives, and otherwise waits for the same answer; none of them tries to claim the renewal.
 */
function shareRenewal(ctx: Context, gateway: LoginGateway, account: Row<'accounts'>): ConnectionToken | Promise<ConnectionToken> {
  const underWay = ctx.caches.renewals
  const key = `${account.provider} ${account.user_id}`
  const known = underWay.get(key)
  if (known) return readLiving(ctx, account) ?? known
  const renewal = renewToken(ctx, gateway, account).finally(() => underWay.delete(key))
  underWay.set(key, renewal)
  return renewal
}

async function renewToken(ctx: Context, gateway: LoginGateway, { user_id, provider }: Row<'accounts'>): Promise<ConnectionToken> {
  for (const until = performance.now() + waitFor_ms; performance.now() < until; await waitReal(pollEvery_ms)) {
    const claim = await claimRenewal(ctx, user_id, provider)
    if (claim === 'held by another') continue
    return 'ok' in claim ? claim : sendRenewal(ctx, gateway, claim.account, claim.refresh_token)
  }
  return { ok: false, reason: 'failed', failure: { reason: 'unavailable', detail: 'another process is renewing for too long' } }
}

type Claim = { readonly account: Row<'accounts'>; readonly refresh_token: string }

/** Writes down that this process is about to renew; or says why it need not, or must not yet. */
function claimRenewal(ctx: Context, user_id: UserId, provider: Provider): Promise<ConnectionToken | Claim | 'held by another'> {
  return ctx.db.transact(async (tx) => {
    let account = await lockOwnAccount(tx, user_id, provider)
    if (!account) return notConnected
    // Somebody else may have renewed it while we waited for the row.
    const known = judge(ctx, account)
    if (known) return known
    const living = readLiving(ctx, account)
    if (account.renewal_started_at !== null) {
      if (await isRenewalHeld(tx, account)) return living ?? 'held by another'
      // Whoever began it is gone. Whether the provider saw the request, nobody knows.
      account = { ...account, renewal_lost_at: new Date(ctx.clock.now()), renewal_started_at: null }
      await updateAccount(tx, account, { renewal_lost_at: account.renewal_lost_at, renewal_started_at: null })
      ctx.log.warn({ user_id, provider }, 'a renewal was begun and its answer never stored')
      if (living) return living
    }
    const refresh_token = openAccountToken(ctx.vault, account, 'refresh')
    if (refresh_token === null && account.refresh_token !== null) return living ?? sealedByOthers
    if (refresh_token === null) {
      await updateAccount(tx, account, { broken_reason: ended })
      return living ?? { ok: false, reason: 'broken', detail: ended }
    }
    await updateAccount(tx, account, { renewal_started_at: 'now' })
    return { account, refresh_token }
  })
}

async function sendRenewal(
  ctx: Context,
  gateway: LoginGateway,
  account: Row<'accounts'>,
  refresh_token: string,
): Promise<ConnectionToken> {
  const { user_id, provider } = account
  // Many connections may end at one moment, and the provider renews one after the other.
  await ctx.queue.lineUp(`${provider} ${String(user_id).padStart(10, '0')}`)
  const answer = await gateway.refreshTokens(refresh_token, AbortSignal.timeout(sendFor_ms))
  const now = ctx.clock.now()
  if (answer.ok) {
    const sealed = sealAccountTokens(ctx.vault, account, answer.value)
    const renew_at = chooseRenewal(now, answer.value, account.expires_at)
    const healed = { renew_at, broken_reason: null, renewal_started_at: null, renewal_lost_at: null }
    // Providers that do not rotate answer without a refresh token, or with the same.
    const kept = sealed.refresh_token === null ? { ...sealed, refresh_token: account.refresh_token } : sealed
    const isStored = await storePatiently(ctx, () => replaceRefreshed(ctx.db, account, { ...kept, ...healed }))
    // The person connected anew meanwhile: theirs is the newer pair.
    if (!isStored) return loadToken(ctx, user_id, provider)
    return { ok: true, access_token: answer.value.access_token, scopes: answer.value.scopes }
  }
  const { failure } = answer
  const living = readLiving(ctx, account)
  if (failure.reason === 'unauthorized') {
    const broken_reason = account.renewal_lost_at === null ? ended : lost
    await replaceRefreshed(ctx.db, account, { broken_reason, renewal_started_at: null })
    ctx.log.warn({ user_id, provider, broken_reason }, 'a connection broke')
    return living ?? { ok: false, reason: 'broken', detail: broken_reason }
  }
  const renewal_lost_at = failure.had_no_effect ? account.renewal_lost_at : new Date(now)
  const renew_at = new Date(now + retryAfter_ms)
  await replaceRefreshed(ctx.db, account, { renew_at, renewal_lost_at, renewal_started_at: null })
  ctx.log.warn({ user_id, provider, reason: failure.reason, detail: failure.detail }, 'a renewal did not work')
  return living ?? { ok: false, reason: 'failed', failure }
}

/** The old pair is dead and the new one only in our hands: a database that is away for a moment must not cost the connection. */
async function storePatiently(ctx: Context, store: () => Promise<boolean>): Promise<boolean> {
  for (let left = storeTries; ; left--) {
    try {
      return await store()
    } catch (error) {
      if (left <= 1) throw error
      ctx.log.error({ err: error }, 'renewed tokens could not be stored yet')
      await waitReal(storeEvery_ms)
    }
  }
}

/**
 * Notes that the provider refused a token although its time was not over; the next load renews it. A token that was
 * replaced meanwhile stays.
 */
export async function reportDeadConnection(
  ctx: Context,
  user_id: UserId,
  provider: Provider,
  access_token: string,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const account = await lockOwnAccount(tx, user_id, provider)
    if (!account || openAccountToken(ctx.vault, account, 'access') !== access_token) return
    await updateAccount(tx, account, { access_token: null })
  })
}
