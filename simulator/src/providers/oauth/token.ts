/** The work of every token endpoint: exchange a code, refresh. The format of the answer differs by provider. */
import { createHash } from 'node:crypto'
import type { Answer } from '../../edge/answer.ts'
import type { OAuthClient } from '../../options.ts'
import type { Simulation } from '../../simulation.ts'
import type { Authority } from './authority.ts'
import type { Code, Token } from './grants.ts'

export const CODE_LIFE_MS = 30_000

export type Form = Readonly<Record<string, string>>

/** Why no token was issued, in the words of OAuth. */
export interface Flaw {
  error: string
  description: string
}

export interface Issued {
  client: OAuthClient
  access: Token
  refresh: Token | null
}

export const isFlaw = <T extends object>(outcome: T | Flaw): outcome is Flaw => 'error' in outcome

const invalidGrant = (description: string): Flaw => ({ error: 'invalid_grant', description })

/**
 * A code is valid for 30 seconds of virtual time. With a clock faster than real time a browser could never make that, so in live
 * mode 30 real seconds are enough too.
 */
const isCodeFresh = (simulation: Simulation, code: Code, now: number): boolean =>
  now - code.issued_at <= CODE_LIFE_MS ||
  (simulation.clock.mapping().mode === 'live' && simulation.realNow() - code.issued_real_ms <= CODE_LIFE_MS)

const isVerified = (code: Code, verifier: string | undefined): boolean =>
  code.challenge === null ||
  (verifier !== undefined && createHash('sha256').update(verifier).digest('base64url') === code.challenge)

export const exchangeCode = (
  simulation: Simulation,
  { grants }: Authority,
  client: OAuthClient,
  form: Form,
  now: number,
): Issued | Flaw => {
  const code = grants.findCode(form['code'] ?? '')
  if (!code || code.client_id !== client.id) return invalidGrant('The authorization code is invalid')
  if (code.used) {
    // the code was stolen or replayed: its earlier tokens are void
    grants.killFamily(code.family)
    return invalidGrant('The authorization code has been used')
  }
  if (!isCodeFresh(simulation, code, now)) return invalidGrant('The authorization code has expired')
  if (code.redirect_uri !== form['redirect_uri']) return invalidGrant('redirect_uri does not match')
  if (!isVerified(code, form['code_verifier'])) return invalidGrant('code_verifier does not match')
  grants.useCode(code.code)
  const { account_uuid, family } = code
  const scopes = code.scopes.filter((scope) => !simulation.switches.withheld_scopes.includes(scope))
  const refresh_expires_at = now + client.refresh_ttl_seconds * 1000
  return { client, ...grants.issueTokens({ client, account_uuid, scopes, family, now, refresh_expires_at }) }
}

export const renewTokens = (
  simulation: Simulation,
  { grants, rotates, keeps_first_expiry }: Authority,
  client: OAuthClient,
  form: Form,
  now: number,
): Issued | Flaw => {
  const text = form['refresh_token'] ?? ''
  const old = grants.findToken(text, 'refresh', now)
  if (!old || old.client_id !== client.id) {
    const family = grants.findFamilyOfDead(text)
    if (family && simulation.switches.revoke_family_on_reuse) grants.killFamily(family)
    return invalidGrant('The refresh token is invalid or has expired')
  }
  if (rotates()) grants.kill(old.token)
  const { account_uuid, scopes, family } = old
  const refresh_expires_at = keeps_first_expiry ? old.expires_at : now + client.refresh_ttl_seconds * 1000
  return { client, ...grants.issueTokens({ client, account_uuid, scopes, family, now, refresh_expires_at }) }
}

/** The client that a form's fields name and prove, or why it is refused. */
export const findClientByFields = (clients: readonly OAuthClient[], form: Form): OAuthClient | 'unknown' | 'wrong_secret' => {
  const client = clients.find(({ id }) => id === form['client_id'])
  if (!client) return 'unknown'
  return client.secret !== null && client.secret !== form['client_secret'] ? 'wrong_secret' : client
}

/** Complaints about a request for tokens, once its answer is known. */
export const judgeGrant = (
  { clock, conduct }: Simulation,
  { grants, rotates }: Authority,
  form: Form | null,
  answer: Answer,
): string[] => {
  const refresh_token = form?.['refresh_token'] ?? ''
  if (answer.status >= 400 && answer.status < 500)
    return conduct.refuseGrant(form ?? {}, grants.findFamilyOfDead(refresh_token) !== null, clock.now())
  if (answer.status === 200 && refresh_token !== '' && rotates()) conduct.noteRefresh(refresh_token, clock.now())
  return []
}
