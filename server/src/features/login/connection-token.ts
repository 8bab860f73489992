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

/** A token counts as expired this long before its end, event time, so that a call does not lose it half-way. */
const margin_ms = 60_000
/** Event time: pause after a failed renewal, while the old token still works. */
const retryAfter_ms = 10 * 60_000
/** Real time: timeout of a renewal; its claim outlives it (`claim_seconds` in the store). */
const sendFor_ms = 60_000
/** Real time: poll interval while another caller renews. */
const pollEvery_ms = 50
const waitFor_ms = 100_000
/** Real time: number of tries to store new tokens, and the pause between them. */
const storeTries = 60
const storeEvery_ms = 2000

const notConnected: ConnectionToken = { ok: false, reason: 'not_connected', detail: 'No account is connected' }
/** Another process may know the secret, or this one after a restart; so the connection is not marked. */
const sealedByOthers: ConnectionToken = {
  ok: false,
  reason: 'failed',
  failure: { reason: 'unavailable', detail: 'the tokens are sealed with a secret that this process does not know' },
}
const ended = 'The connection is no longer valid: the consent was withdrawn, or has expired'
const lost = 'The connection is no longer valid: the answer to a renewal was lost'

/** The access token while it is valid, even if the connection can no longer be renewed. */
function readLiving(ctx: Context, account: Row<'accounts'>): ConnectionToken | null {
  const isOver = account.expires_at !== null && account.expires_at.getTime() - margin_ms <= ctx.clock.now()
  const access_token = isOver ? null : openAccountToken(ctx.vault, account, 'access')
  return access_token === null ? null : { ok: true, access_token, scopes: account.scopes }
}

/**
 * Whether to renew although the token is still valid. Not after a renewal whose answer was lost: the refresh token may be used
 * up, and another try could end a working connection. Then the old token is used to its end.
 */
function isDue(ctx: Context, { renew_at, broken_reason, renewal_lost_at }: Row<'accounts'>): boolean {
  return broken_reason === null && renewal_lost_at === null && renew_at !== null && renew_at.getTime() <= ctx.clock.now()
}

/** The answer that the row alone gives; null: its tokens have to be renewed. */
function judge(ctx: Context, account: Row<'accounts'>): ConnectionToken | null {
  const living = readLiving(ctx, account)
  if (living) return isDue(ctx, account) ? null : living
  return account.broken_reason === null ? null : { ok: false, reason: 'broken', detail: account.broken_reason }
}

/**
 * The user's token at a provider, renewed when most of its life is over. A provider invalidates a refresh token on use, so one
 * process at a time renews an account: it stores the start of the renewal, asks the provider, and stores the new pair before any
 * caller uses it. A process that dies in between loses the new pair; the old access token still works then, because renewals
 * start long before its end, and the account stays connected until that end.
 */
export async function loadToken(ctx: Context, user_id: UserId, provider: Provider): Promise<ConnectionToken> {
  const account = await findAccount(ctx.db, user_id, provider)
  if (!account) return notConnected
  const known = judge(ctx, account)
  if (known) return known
  const gateway = gatewayOf(ctx, provider)
  const notSetUp = { reason: 'unavailable', detail: 'this server is no longer registered with the provider' } as const
  if (!gateway) return readLiving(ctx, account) ?? { ok: false, reason: 'failed', failure: notSetUp }
  return shareRenewal(ctx, gateway, account)
}

export interface Tokens {
  /**
   * Like `loadToken`.
   * @param onLine called with true when a token has to be renewed, which may wait in a queue for minutes, and with false
   *   afterwards
   */
  load(user_id: UserId, onLine?: (isWaiting: boolean) => void): Promise<ConnectionToken>
  /** Like `reportDeadConnection`; the token is never given out again. */
  reportDead(user_id: UserId, access_token: string): Promise<void>
}

/** Tokens of many users with one query. */
export const preloadTokens = async (ctx: Context, user_ids: readonly UserId[], provider: Provider): Promise<Tokens> =>
  keepTokens(ctx, await listAccountsOf(ctx.db, user_ids, provider), provider)

/** Tokens of accounts that were just read; each is checked when it is requested, and renewed when due. */
export function keepTokens(ctx: Context, accounts: readonly Row<'accounts'>[], provider: Provider): Tokens {
  const accountOf = new Map(accounts.map((account) => [account.user_id, account]))
  return {
    async load(user_id, onLine) {
      const account = accountOf.get(user_id)
      const known = account ? judge(ctx, account) : null
      if (known) return known
      // A renewal runs or has run: the loaded row is outdated.
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
 * Renewals may queue for minutes when many are due at once. Meanwhile callers in the same process use the old token as long as it
 * is valid, and otherwise wait for the same answer; none of them tries to claim the renewal.
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

/** Stores that this process starts a renewal; or returns why it does not need to, or must not yet. */
function claimRenewal(ctx: Context, user_id: UserId, provider: Provider): Promise<ConnectionToken | Claim | 'held by another'> {
  return ctx.db.transact(async (tx) => {
    let account = await lockOwnAccount(tx, user_id, provider)
    if (!account) return notConnected
    // Another process may have renewed the token while this one waited for the row.
    const known = judge(ctx, account)
    if (known) return known
    const living = readLiving(ctx, account)
    if (account.renewal_started_at !== null) {
      if (await isRenewalHeld(tx, account)) return living ?? 'held by another'
      // The process that started the renewal is gone. Whether the provider saw the request is unknown.
      account = { ...account, renewal_lost_at: new Date(ctx.clock.now()), renewal_started_at: null }
      await updateAccount(tx, account, { renewal_lost_at: account.renewal_lost_at, renewal_started_at: null })
      ctx.log.warn(
        { user_id, provider },
        'the renewal of a connection started, but its answer was never stored; the next try may fail',
      )
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
  const answer = await gateway.refreshTokens(refresh_token, AbortSignal.timeout(sendFor_ms))
  const now = ctx.clock.now()
  if (answer.ok) {
    const sealed = sealAccountTokens(ctx.vault, account, answer.value)
    const renew_at = chooseRenewal(now, answer.value, account.expires_at)
    const healed = { renew_at, broken_reason: null, renewal_started_at: null, renewal_lost_at: null }
    // Providers without rotation answer without a refresh token, or with the same one.
    const kept = sealed.refresh_token === null ? { ...sealed, refresh_token: account.refresh_token } : sealed
    const isStored = await storePatiently(ctx, () => replaceRefreshed(ctx.db, account, { ...kept, ...healed }))
    // The user connected again meanwhile: that pair is newer.
    if (!isStored) return loadToken(ctx, user_id, provider)
    return { ok: true, access_token: answer.value.access_token, scopes: answer.value.scopes }
  }
  const { failure } = answer
  const living = readLiving(ctx, account)
  if (failure.reason === 'unauthorized') {
    const broken_reason = account.renewal_lost_at === null ? ended : lost
    await replaceRefreshed(ctx.db, account, { broken_reason, renewal_started_at: null })
    ctx.log.warn(
      { user_id, provider, broken_reason },
      'a connection to a provider broke; its user has to connect the account again',
    )
    return living ?? { ok: false, reason: 'broken', detail: broken_reason }
  }
  const renewal_lost_at = failure.had_no_effect ? account.renewal_lost_at : new Date(now)
  const renew_at = new Date(now + retryAfter_ms)
  await replaceRefreshed(ctx.db, account, { renew_at, renewal_lost_at, renewal_started_at: null })
  ctx.log.warn(
    { user_id, provider, reason: failure.reason, detail: failure.detail },
    'could not renew a connection; next try after a pause',
  )
  return living ?? { ok: false, reason: 'failed', failure }
}

/** The old pair is dead and the new one exists only in memory: a short outage of the database must not cost the connection. */
async function storePatiently(ctx: Context, store: () => Promise<boolean>): Promise<boolean> {
  for (let left = storeTries; ; left--) {
    try {
      return await store()
    } catch (error) {
      if (left <= 1) throw error
      ctx.log.error({ err: error }, 'could not store renewed tokens; next try in 2 s')
      await waitReal(storeEvery_ms)
    }
  }
}

/**
 * Marks a token as refused by the provider before its end; the next load renews it. A token that was replaced meanwhile is not
 * marked.
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
