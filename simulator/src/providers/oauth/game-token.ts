/** The game's token endpoint: codes, application tokens, refresh; and its housekeeping, revoke and introspect. */
import { type Answer, answerJson, answerOAuthError } from '../../edge/answer.ts'
import type { OAuthClient } from '../../options.ts'
import type { Simulation } from '../../simulation.ts'
import { type Authority, findClient } from './authority.ts'
import { splitScopes } from './authorize.ts'
import type { Token } from './grants.ts'
import { exchangeCode, findClientByFields, type Flaw, type Form, isFlaw, type Issued, renewTokens } from './token.ts'

const refuse = (error: string, description: string, status = 400): Answer => answerOAuthError(status, error, description)

/** The granted scopes in another order than requested: clients must compare them as sets. */
const renderScope = (scopes: readonly string[]): string => scopes.toReversed().join(' ')

const renderTokens = (simulation: Simulation, { client, access, refresh }: Issued, now: number): Answer => {
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

const grantToApplication = ({ grants }: Authority, client: OAuthClient, form: Form, now: number): Issued | Flaw => {
  if (client.kind === 'public')
    return { error: 'unauthorized_client', description: 'A public client has no credentials of its own' }
  const scopes = splitScopes(form['scope'])
  if (scopes.length === 0 || scopes.some((scope) => !client.service_scopes.includes(scope)))
    return { error: 'invalid_scope', description: 'An unsupported scope was requested' }
  const family = `application/${client.id}`
  return { client, ...grants.issueTokens({ client, account_uuid: null, scopes, family, now, refresh_expires_at: null }) }
}

const answerGrant = (
  simulation: Simulation,
  authority: Authority,
  client: OAuthClient,
  form: Form,
  now: number,
): Issued | Flaw => {
  switch (form['grant_type']) {
    case 'authorization_code':
      return exchangeCode(simulation, authority, client, form, now)
    case 'refresh_token':
      return renewTokens(simulation, authority, client, form, now)
    case 'client_credentials':
      return grantToApplication(authority, client, form, now)
    case undefined:
    default:
      return { error: 'unsupported_grant_type', description: 'Unknown grant_type' }
  }
}

/** `form` is null if the body was not form-encoded. */
export const answerToken = (simulation: Simulation, authority: Authority, form: Form | null, now: number): Answer => {
  if (!form) return refuse('invalid_request', 'The request body must be application/x-www-form-urlencoded')
  const client = findClientByFields(authority.clients, form)
  if (client === 'unknown') return refuse('invalid_client', 'Unknown client', 401)
  if (client === 'wrong_secret') return refuse('invalid_client', 'Client authentication failed', 401)
  const outcome = answerGrant(simulation, authority, client, form, now)
  return isFlaw(outcome) ? refuse(outcome.error, outcome.description) : renderTokens(simulation, outcome, now)
}

const requireBearer = ({ grants }: Authority, bearer: string, scope: string, now: number): Answer | Token => {
  const token = grants.findToken(bearer, 'access', now)
  if (!token) return answerOAuthError(401, 'invalid_token', 'The access token provided is invalid or has expired')
  if (!token.scopes.includes(scope)) return answerOAuthError(403, 'insufficient_scope', `The token lacks ${scope}`)
  return token
}

const isAnswer = (value: Answer | Token): value is Answer => 'status' in value

export const answerRevoke = (authority: Authority, bearer: string, form: Form | null, now: number): Answer => {
  const caller = requireBearer(authority, bearer, 'oauth:revoke', now)
  if (isAnswer(caller)) return caller
  const token = authority.grants.findEither(form?.['token'] ?? '', now)
  // an unknown token, or one of another client, counts as revoked; nothing is revealed
  if (token && token.client_id === caller.client_id) authority.grants.kill(token.token)
  return answerJson(200, {})
}

export const answerIntrospect = (
  simulation: Simulation,
  authority: Authority,
  bearer: string,
  form: Form | null,
  now: number,
): Answer => {
  const caller = requireBearer(authority, bearer, 'oauth:introspect', now)
  if (isAnswer(caller)) return caller
  const token = authority.grants.findEither(form?.['token'] ?? '', now)
  if (!token || token.client_id !== caller.client_id) return answerJson(200, { active: false })
  const account = token.account_uuid === null ? null : simulation.world.findAccount(token.account_uuid)
  const client = findClient(authority, token.client_id)
  return answerJson(200, {
    active: true,
    scope: renderScope(token.scopes),
    client_id: token.client_id,
    username: account?.name ?? client?.owner.username,
    sub: account?.uuid ?? client?.owner.sub,
    exp: token.expires_at === null ? undefined : Math.floor(token.expires_at / 1000),
  })
}
