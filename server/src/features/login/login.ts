import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { CallbackResponse, Provider } from '@muster/contract/auth'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import type { OutsideFailure, ProviderProfile, ProviderTokens } from '../../gateways/outside.ts'
import { isAllowedOrigin } from '../../origins.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { counted } from '../../telemetry/points.ts'
import { wallNow } from '../../wall-clock.ts'
import { isConfirmed, removeStated, removeStatements } from '../game-accounts/store.ts'
import { chooseName, findUser } from '../users/store.ts'
import { chooseRenewal, sealAccountTokens } from './account-tokens.ts'
import { type BrowserTie, isSameBrowser } from './browser.ts'
import { noteLogin } from './note-login.ts'
import { findRecovery, recoveryShown_ms } from './passkey-store.ts'
import { findLoginGateway } from './providers.ts'
import { hashSecret } from '../../secret-hash.ts'
import {
  findAccountOwner,
  holdUser,
  insertLoginState,
  insertUser,
  lockAccount,
  takeLoginState,
  endPauses,
  type TokenUser,
  upsertAccount,
} from './store.ts'
import { issueToken } from './token.ts'

/** Timeout for a user at the provider, wall clock. */
const patience_ms = 10 * 60_000

const makeSecret = () => randomBytes(32).toString('base64url')

/** The callback address for the provider. Only our own sites are allowed: a receiver of the code could complete the login. */
function checkRedirectUrl(config: Config, provider: Provider, text: string | undefined): string {
  if (text === undefined) return `${config.public_url}/auth/${provider}/callback`
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !isAllowedOrigin(config, url.origin)) throw new Refusal('origin_not_allowed')
  // Never the given text: a provider may read another host in `https://ours\@theirs` than we do.
  return url.origin + url.pathname + url.search
}

/** The page to show after the login: on our sites only. Paths stay paths. */
function checkLastUrl(config: Config, text: string | undefined): string {
  const home = new URL(config.public_url)
  const url = URL.canParse(text ?? '/', home.href) ? new URL(text ?? '/', home) : null
  if (!url || !isAllowedOrigin(config, url.origin)) {
    throw refuseField('last_url', 'must be a path or an address on this site')
  }
  // Two leading slashes would make the rest a host; a path may begin with them once its dots are removed.
  return url.origin === home.origin
    ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash
    : url.origin + url.pathname + url.search + url.hash
}

/**
 * Begins a login, or for a logged-in user the connection of an account, which ends together with the login that began it.
 * @returns the address of the provider's consent page
 * @throws Refusal provider_not_found, origin_not_allowed, invalid_request
 */
export async function startLogin(
  ctx: Context,
  provider: Provider,
  wanted: {
    redirect_url?: string | undefined
    last_url?: string | undefined
    viewer: Pick<Viewer, 'user_id' | 'token_version'> | null
    tie: BrowserTie
  },
): Promise<string> {
  const gateway = findLoginGateway(ctx, provider)
  const redirect_url = checkRedirectUrl(ctx.config, provider, wanted.redirect_url)
  const last_url = checkLastUrl(ctx.config, wanted.last_url)
  const [state, verifier] = [makeSecret(), makeSecret()]
  const now = wallNow()
  const { viewer, tie } = wanted
  const login = { user_id: viewer?.user_id ?? null, token_version: viewer?.token_version ?? null }
  const row = { provider, verifier, redirect_url, last_url, ...login, browser_hash: tie.browser_hash }
  await insertLoginState(
    ctx.db,
    { ...row, state_hash: hashSecret(state), expires_at: new Date(now + patience_ms) },
    new Date(now),
  )
  return gateway.authorizeAddress({ redirect_url, state, challenge: hashSecret(verifier).toString('base64url') })
}

async function refuseFailure(ctx: Context, provider: Provider, failure: OutsideFailure): Promise<never> {
  ctx.log.warn({ provider, reason: failure.reason, detail: failure.detail }, 'a login failed at the provider')
  const isRefused = failure.reason === 'unauthorized' || failure.reason === 'forbidden' || failure.reason === 'missing'
  if (isRefused) counted.logins_refused++
  else counted.logins_failed++
  await noteLogin(ctx, provider, isRefused)
  throw new Refusal(isRefused ? 'login_refused' : 'provider_unavailable')
}

/**
 * Completes a login: exchanges the code, reads the profile, and finds or creates the user. A logged-in user's account is
 * connected to them; an account of another user is refused, never merged and never taken over.
 * @param headers of the request with the code; they decide whether it is the same browser
 * @throws Refusal provider_not_found, login_state_unknown, login_refused, provider_unavailable, account_taken, account_stated
 */
export async function completeLogin(
  ctx: Context,
  provider: Provider,
  given: { code: string; state: string; headers: IncomingHttpHeaders },
): Promise<CallbackResponse> {
  const gateway = findLoginGateway(ctx, provider)
  const state = await takeLoginState(ctx.db, provider, hashSecret(given.state), new Date(wallNow()))
  if (!state || !isSameBrowser(ctx.config, state.browser_hash, given.headers)) {
    counted.logins_refused++
    throw new Refusal('login_state_unknown')
  }
  const { verifier, redirect_url, last_url } = state
  const tokens = await gateway.exchangeCode({ code: given.code, verifier, redirect_url })
  if (!tokens.ok) return refuseFailure(ctx, provider, tokens.failure)
  const profile = await gateway.fetchProfile(tokens.value.access_token)
  if (!profile.ok) return refuseFailure(ctx, provider, profile.failure)
  await noteLogin(ctx, provider, true)
  const tokenUser = await connectAccount(ctx, state, provider, profile.value, tokens.value)
  const user_id = tokenUser.id
  // Separate from the connection: a transaction that writes polls may continue to accounts, and the two would deadlock.
  if (provider === 'poe') await endPauses(ctx.db, user_id, new Date(ctx.clock.now()))
  const user = await findUser(ctx.db, user_id)
  if (!user) throw new Refusal('login_state_unknown')
  const recovery = await findRecovery(ctx.db, user_id, new Date(wallNow() - recoveryShown_ms))
  return { last_path: last_url, auth_token: await issueToken(ctx.config, tokenUser), user, recovery }
}

/** The owner of an account, locked until the transaction ends. If a deletion comes first, the account has no owner. */
async function holdAccountOwner(tx: Tx, provider: Provider, account_id: string) {
  const owner_id = await findAccountOwner(tx, provider, account_id)
  return owner_id === null ? null : holdUser(tx, owner_id)
}

type LoginState = Pick<Row<'login_states'>, 'user_id' | 'token_version' | 'began_at'>

/**
 * The returning user, locked until the transaction ends; null for a new user.
 * @throws Refusal account_taken; login_state_unknown if the user has logged out everywhere since, or is deleted
 */
async function holdReturning(tx: Tx, state: LoginState, owner: Awaited<ReturnType<typeof holdUser>>): Promise<TokenUser | null> {
  if (state.user_id === null) {
    if (owner?.logged_out_at && owner.logged_out_at >= state.began_at) throw new Refusal('login_state_unknown')
    return owner
  }
  if (owner !== null && owner.id !== state.user_id) throw new Refusal('account_taken')
  const user = owner ?? (await holdUser(tx, state.user_id))
  if (user?.token_version !== state.token_version) throw new Refusal('login_state_unknown')
  return user
}

/**
 * Writes account rows only; other data of the user is unchanged.
 * @returns the user as of the transaction: a token for them ends with every later logout
 */
function connectAccount(
  ctx: Context,
  state: LoginState,
  provider: Provider,
  { account_id, name, handle }: ProviderProfile,
  tokens: ProviderTokens,
): Promise<TokenUser> {
  const now = ctx.clock.now()
  return ctx.db.transact(async (tx) => {
    await lockAccount(tx, provider, account_id)
    const returning = await holdReturning(tx, state, await holdAccountOwner(tx, provider, account_id))
    if (provider === 'poe') {
      if (returning === null && (await isConfirmed(tx, name))) throw new Refusal('account_stated')
      // The login proves the account: statements of others end.
      await removeStatements(tx, name)
    }
    const user = returning ?? (await insertUser(tx, await chooseName(tx, name)))
    if (provider === 'poe') await removeStated(tx, user.id)
    const sealed = sealAccountTokens(ctx.vault, { provider, account_id }, tokens)
    const whole = { broken_reason: null, renewal_started_at: null, renewal_lost_at: null }
    const times = { renew_at: chooseRenewal(now, tokens, null), checked_at: new Date(now) }
    await upsertAccount(tx, { user_id: user.id, provider, account_id, name, handle, ...whole, ...times, ...sealed })
    return user
  })
}
