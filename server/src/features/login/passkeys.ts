import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { PasskeyAnswer, PasskeyLogin, PasskeyOptions, PasskeyPurpose } from '@muster/contract/passkeys'
import { takenProblem } from '@muster/domain/names/look-alike'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { counted } from '../../telemetry/points.ts'
import type { Viewer } from '../../viewer.ts'
import { wallNow } from '../../wall-clock.ts'
import { findMinimalUser, findUser, isTaken } from '../users/store.ts'
import { type BrowserTie, isSameBrowser } from './browser.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { getOpenInvitation } from './invitations.ts'
import {
  checkCreation,
  checkLogin,
  makeCreationOptions,
  makeLoginOptions,
  patience_ms,
  readChallenge,
  toBuffer,
} from './passkey-ceremony.ts'
import { type PasskeySite, requirePasskeySite } from './passkey-site.ts'
import {
  findPasskey,
  findRecovery,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  recoveryShown_ms,
  takeChallenge,
  updateUse,
} from './passkey-store.ts'
import { hashSecret } from '../../secret-hash.ts'
import { holdUser, type TokenUser } from './store.ts'
import { issueToken } from './token.ts'

/** Enough for all devices of a person. */
const maxPasskeys = 20

interface Wanted {
  readonly purpose: PasskeyPurpose
  readonly secret?: string | null | undefined
  readonly display_name?: string | null | undefined
  readonly viewer: Viewer | null
  readonly tie: BrowserTie
}

type Challenge = NewRow<'passkey_challenges'>
type Started = readonly [options: { readonly challenge: string }, kept: Partial<Challenge>]

const starts: Readonly<Record<PasskeyPurpose, (ctx: Context, site: PasskeySite, wanted: Wanted) => Promise<Started>>> = {
  login: async (_, site) => [await makeLoginOptions(site), {}],

  add: async (ctx, site, { viewer }) => {
    const user = viewer && (await findUser(ctx.db, viewer.user_id))
    if (!viewer || !user) throw new Refusal('not_authenticated')
    const others = await listPasskeys(ctx.db, user.id)
    if (others.length >= maxPasskeys)
      throw new Refusal('passkey_refused', `A person has at most ${maxPasskeys} passkeys; remove one first`)
    const user_handle = others[0]?.user_handle ?? makeHandle()
    const options = await makeCreationOptions(site, { name: user.display_name, handle: user_handle }, others)
    return [options, { user_id: user.id, token_version: viewer.token_version, user_handle }]
  },

  invitation: async (ctx, site, { secret, display_name }) => {
    const { id, for_user_id } = await getOpenInvitation(ctx.db, secret ?? '')
    const name = for_user_id === null ? await checkName(ctx, display_name) : null
    const user = for_user_id === null ? null : await findMinimalUser(ctx.db, for_user_id)
    // The authenticator then replaces an earlier passkey of the same person, which stops working.
    const earlier = for_user_id === null ? [] : await listPasskeys(ctx.db, for_user_id)
    const user_handle = earlier[0]?.user_handle ?? makeHandle()
    const options = await makeCreationOptions(site, { name: name ?? user?.display_name ?? '', handle: user_handle }, [])
    return [options, { invitation_id: id, user_id: for_user_id, display_name: name, user_handle }]
  },
}

/** WebAuthn requires a handle that reveals nothing about the person. */
const makeHandle = () => randomBytes(32)

/** @throws Refusal invalid_request */
async function checkName(ctx: Context, name: string | null | undefined): Promise<string> {
  if (!name) throw refuseField('display_name', 'is required')
  const taken = await ctx.db.transact((tx) => isTaken(tx, name, null))
  if (taken) throw refuseField('display_name', takenProblem)
  return name
}

/**
 * Begins a login with a passkey, or the making of one. The answer has to come from the same browser, once.
 * @throws Refusal provider_not_found, not_authenticated, invitation_not_found, invitation_closed, invalid_request
 */
export async function startPasskey(ctx: Context, wanted: Wanted): Promise<PasskeyOptions> {
  const site = requirePasskeySite(ctx.config)
  const { purpose, tie } = wanted
  const [options, kept] = await starts[purpose](ctx, site, wanted)
  const now = wallNow()
  const challenge_hash = hashSecret(options.challenge)
  const times = { began_at: new Date(now), expires_at: new Date(now + patience_ms) }
  await insertChallenge(ctx.db, { ...kept, purpose, challenge_hash, browser_hash: tie.browser_hash, ...times }, new Date(now))
  return { options: { ...options } }
}

interface Finished {
  readonly answer: PasskeyAnswer
  readonly name: string
  /** Show whether it is the same browser. */
  readonly headers: IncomingHttpHeaders
}

/**
 * Completes what `startPasskey` began.
 * @throws Refusal provider_not_found, login_state_unknown, passkey_unknown, passkey_refused, passkey_taken, invitation_closed
 */
export async function finishPasskey(ctx: Context, { answer, name, headers }: Finished): Promise<PasskeyLogin> {
  const site = requirePasskeySite(ctx.config)
  const challenge = readChallenge(answer)
  const state = challenge === null ? null : await takeChallenge(ctx.db, hashSecret(challenge), new Date(wallNow()))
  if (challenge === null || !state || !isSameBrowser(ctx.config, state.browser_hash, headers)) {
    counted.logins_refused++
    throw new Refusal('login_state_unknown')
  }
  const tokenUser =
    state.purpose === 'login'
      ? await logIn(ctx, site, state, challenge, answer)
      : await makePasskey(ctx, state, { ...(await checkCreation(ctx.log, site, challenge, answer)), name })
  const user = await findUser(ctx.db, tokenUser.id)
  if (!user) throw new Refusal('login_state_unknown')
  const since = new Date(wallNow() - recoveryShown_ms)
  // Not after the link itself: the person who just used it knows.
  const recovery = state.purpose === 'login' ? await findRecovery(ctx.db, user.id, since) : null
  return { auth_token: await issueToken(ctx.config, tokenUser), user, recovery }
}

type State = Row<'passkey_challenges'>

async function logIn(
  ctx: Context,
  site: PasskeySite,
  state: State,
  challenge: string,
  answer: PasskeyAnswer,
): Promise<TokenUser> {
  const passkey = await findPasskey(ctx.db, toBuffer(answer.id))
  if (!passkey) {
    counted.logins_refused++
    throw new Refusal('passkey_unknown')
  }
  const counter = await checkLogin(ctx.log, site, challenge, answer, passkey)
  return ctx.db.transact(async (tx) => {
    const user = await holdUser(tx, passkey.user_id)
    // A login that began before the user logged out everywhere.
    const isOver = user?.logged_out_at && user.logged_out_at >= state.began_at
    if (!user || isOver) throw new Refusal('login_state_unknown')
    if (!(await updateUse(tx, passkey, counter, new Date(wallNow())))) throw new Refusal('passkey_refused')
    return user
  })
}

/** A checked passkey without an owner. */
export type NewPasskey = Omit<NewRow<'passkeys'>, 'user_id' | 'user_handle'>

function makePasskey(ctx: Context, state: State, passkey: NewPasskey): Promise<TokenUser> {
  const { user_handle, invitation_id, user_id, display_name, token_version } = state
  if (!user_handle) throw new Error(`a challenge for ${state.purpose} has no user handle`)
  return ctx.db.transact(async (tx) => {
    const owner =
      invitation_id === null
        ? await holdAdder(tx, user_id, token_version)
        : await acceptInvitation(tx, { invitation_id, user_id, display_name: display_name ?? '' })
    const columns = { user_id: owner.id, user_handle, created_at: new Date(wallNow()) }
    if (!(await insertPasskey(tx, { ...passkey, ...columns }))) throw new Refusal('passkey_taken')
    return owner
  })
}

/** The user who adds a passkey, in the login that began it. */
async function holdAdder(tx: Tx, user_id: State['user_id'], token_version: number | null): Promise<TokenUser> {
  const user = user_id === null ? null : await holdUser(tx, user_id)
  if (user?.token_version !== token_version) throw new Refusal('login_state_unknown')
  return user
}
