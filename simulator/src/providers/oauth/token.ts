/** The token endpoint: codes, application tokens, refresh; and its housekeeping, revoke and introspect. */
import { createHash } from 'node:crypto'
import { type Answer, answerJson, answerOAuthError } from '../../edge/answer.ts'
import type { OAuthClient } from '../../options.ts'
import { findClient, type Simulation } from '../../simulation.ts'
import { splitScopes } from './authorize.ts'
import type { Code, Token } from './grants.ts'

export const CODE_LIFE_MS = 30_000

type Form = Readonly<Record<string, string>>

const refuse = (error: string, description: string, status = 400): Answer => answerOAuthError(status, error, description)
const invalidGrant = (description: string) => refuse('invalid_grant', description)

/**
 * A code lives 30 seconds of virtual time. When the clock runs faster than real time a browser could never make that, so
 * in live mode 30 real seconds are enough too.
 */
const isCodeFresh = (simulation: Simulation, code: Code, now: number): boolean =>
  now - code.issued_at <= CODE_LIFE_MS ||
  (simulation.clock.mapping().mode === 'live' && simulation.realNow() - code.issued_real_ms <= CODE_LIFE_MS)

const isVerified = (code: Code, verifier: string | undefined): boolean =>
  code.challenge === null ||
  (verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === code.challenge)

/** The granted scopes in another order than asked: clients must compare them as sets. */
const renderScope = (scopes: readonly string[]): string => scopes.toReversed().join(' ')

const renderTokens = (simulation: Simulation, access: Token, refresh: Token | null, client: OAuthClient, now: number): Answer => {
  const account = access.account_uuid === null ? null : simulation.world.findAccount(access.account_uuid)
  return answerJson(200, {
    access_token: access.token,
    expires_in: access.expires_at === null ? null : Math.floor((access.expires_at - now) / 1000),
    token_type: 'bearer',
    scope: renderScope(access.scopes),
    username: account?.name ?? client.owner.username,
    sub: account?.uuid ?? client.owner.sub,
    refresh_token: refresh?.token,
  })
}

const exchangeCode = (simulation: Simulation, client: OAuthClient, form: Form, now: number): Answer => {
  const { grants } = simulation
  const code = grants.findCode(form['code'] ?? '')
  if (!code || code.client_id !== client.id) return invalidGrant('The authorization code is invalid')
  if (code.used) {
    // somebody stole the code or replays it: what it gave before is void
    grants.killFamily(code.family)
    return invalidGrant('The authorization code has been used')
  }
  if (!isCodeFresh(simulation, code, now)) return invalidGrant('The authorization code has expired')
  if (code.redirect_uri !== form['redirect_uri']) return invalidGrant('redirect_uri does not match')
  if (!isVerified(code, form['code_verifier'])) return invalidGrant('code_verifier does not match')
  grants.useCode(code.code)
  const refresh_expires_at = now + client.refresh_ttl_seconds * 1000
  const { access, refresh } = grants.issueTokens({
    client,
    account_uuid: code.account_uuid,
    scopes: code.scopes,
    family: code.family,
    now,
    refresh_expires_at,
  })
  return renderTokens(simulation, access, refresh, client, now)
}

const refreshTokens = (simulation: Simulation, client: OAuthClient, form: Form, now: number): Answer => {
  const { grants } = simulation
  const text = form['refresh_token'] ?? ''
  const old = grants.findToken(text, 'refresh', now)
  if (!old || old.client_id !== client.id) {
    const family = grants.findFamilyOfDead(text)
    if (family && simulation.switches.revoke_family_on_reuse) grants.killFamily(family)
    return invalidGrant('The refresh token is invalid or has expired')
  }
  grants.kill(old.token)
  const { access, refresh } = grants.issueTokens({
    client,
    account_uuid: old.account_uuid,
    scopes: old.scopes,
    family: old.family,
    now,
    refresh_expires_at: old.expires_at,
  })
  return renderTokens(simulation, access, refresh, client, now)
}

const grantToApplication = (simulation: Simulation, client: OAuthClient, form: Form, now: number): Answer => {
  if (client.kind === 'public') return refuse('unauthorized_client', 'A public client has no credentials of its own')
  const scopes = splitScopes(form['scope'])
  if (scopes.length === 0 || scopes.some((scope) => !client.service_scopes.includes(scope)))
    return refuse('invalid_scope', 'An unsupported scope was requested')
  const { access } = simulation.grants.issueTokens({
    client,
    account_uuid: null,
    scopes,
    family: `application/${client.id}`,
    now,
    refresh_expires_at: null,
  })
  return renderTokens(simulation, access, null, client, now)
}

/** `form` is null when the body was not form-encoded. */
export const answerToken = (simulation: Simulation, form: Form | null, now: number): Answer => {
  if (!form) return refuse('invalid_request', 'The request body must be application/x-www-form-urlencoded')
  const client = findClient(simulation, form['client_id'])
  if (!client) return refuse('invalid_client', 'Unknown client', 401)
  if (client.secret !== null && client.secret !== form['client_secret'])
    return refuse('invalid_client', 'Client authentication failed', 401)
  switch (form['grant_type']) {
    case 'authorization_code':
      return exchangeCode(simulation, client, form, now)
    case 'refresh_token':
      return refreshTokens(simulation, client, form, now)
    case 'client_credentials':
      return grantToApplication(simulation, client, form, now)
    default:
      return refuse('unsupported_grant_type', 'Unknown grant_type')
  }
}

const requireBearer = (simulation: Simulation, bearer: string, scope: string, now: number): Answer | Token => {
  const token = simulation.grants.findToken(bearer, 'access', now)
  if (!token) return answerOAuthError(401, 'invalid_token', 'The access token provided is invalid or has expired')
  if (!token.scopes.includes(scope)) return answerOAuthError(403, 'insufficient_scope', `The token lacks ${scope}`)
  return token
}

const isAnswer = (value: Answer | Token): value is Answer => 'status' in value

const findEither = (simulation: Simulation, text: string, now: number): Token | null =>
  simulation.grants.findToken(text, 'access', now) ?? simulation.grants.findToken(text, 'refresh', now)

export const answerRevoke = (simulation: Simulation, bearer: string, form: Form | null, now: number): Answer => {
  const caller = requireBearer(simulation, bearer, 'oauth:revoke', now)
  if (isAnswer(caller)) return caller
  const token = findEither(simulation, form?.['token'] ?? '', now)
  // a token that is unknown or of another client is as good as revoked; nothing is given away
  if (token && token.client_id === caller.client_id) simulation.grants.kill(token.token)
  return answerJson(200, {})
}

export const answerIntrospect = (simulation: Simulation, bearer: string, form: Form | null, now: number): Answer => {
  const caller = requireBearer(simulation, bearer, 'oauth:introspect', now)
  if (isAnswer(caller)) return caller
  const token = findEither(simulation, form?.['token'] ?? '', now)
  if (!token || token.client_id !== caller.client_id) return answerJson(200, { active: false })
  const account = token.account_uuid === null ? null : simulation.world.findAccount(token.account_uuid)
  const client = findClient(simulation, token.client_id)
  return answerJson(200, {
    active: true,
    scope: renderScope(token.scopes),
    client_id: token.client_id,
    username: account?.name ?? client?.owner.username,
    sub: account?.uuid ?? client?.owner.sub,
    exp: token.expires_at === null ? undefined : Math.floor(token.expires_at / 1000),
  })
}
