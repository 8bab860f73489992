import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Secret } from '../config.ts'
import { fail, type LoginGateway, type OutsideAnswer, type ProviderProfile, type ProviderTokens } from './outside.ts'

/** Muster's registration at a provider. */
export interface ClientSettings {
  readonly client_id: string
  readonly client_secret: Secret
}

/** The differences between providers in a login by authorization code. */
export interface ProviderRow {
  readonly authorize_url: string
  readonly token_url: string
  readonly scopes: readonly string[]
  /** How Muster authenticates at the token endpoint: with form fields or the HTTP basic header. */
  readonly client_authentication: 'fields' | 'basic'
  /** Whether the scopes are repeated when the code is exchanged. */
  readonly repeats_scopes: boolean
  /** Null if the granted scopes do not allow revoking tokens. `needs`: what is sent along with the token. */
  readonly revoke: { readonly url: string; readonly needs: 'client' | 'client_id' } | null
  fetchProfile(access_token: string): Promise<OutsideAnswer<ProviderProfile>>
}

/** Sends a form to the token endpoint or a related one. */
export type SendForm = <S extends z.ZodType>(form: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
  readonly schema: S
  readonly signal?: AbortSignal | undefined
}) => Promise<OutsideAnswer<S['_zod']['output']>>

/** The common part of all providers' answers. Providers differ in the format of scopes and in the fields they omit. */
export const TokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.int().positive().nullish(),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
})

/** The provider may return the scopes in any order and may reduce them, so compare them as a set. */
const readScopes = (scope: string | readonly string[] | null | undefined): string[] =>
  (typeof scope === 'string' ? scope.split(' ') : [...(scope ?? [])]).filter((one) => one !== '')

/** Upper bound for a token's lifetime, so that its end is always a valid date. */
const longestLife_s = 10 * 365 * 24 * 60 * 60

export function readTokens(answer: z.output<typeof TokenAnswer>, now: number): ProviderTokens {
  return {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? null,
    expires_at: answer.expires_in ? now + Math.min(answer.expires_in, longestLife_s) * 1000 : null,
    scopes: readScopes(answer.scope),
  }
}

/** Creates the login of one provider from its row. */
export function createCodeFlow(row: ProviderRow, settings: ClientSettings, send: SendForm, clock: Clock): LoginGateway {
  const { client_id } = settings
  type Fields = Record<string, string>
  const proveClient = (): { headers: Fields; fields: Fields } => {
    const client_secret = settings.client_secret.reveal()
    if (row.client_authentication === 'fields') return { headers: {}, fields: { client_id, client_secret } }
    const pair = `${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`
    return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, fields: {} }
  }

  async function askToken(form: Fields, signal?: AbortSignal): Promise<OutsideAnswer<ProviderTokens>> {
    const { headers, fields } = proveClient()
    const answer = await send({ url: row.token_url, headers, form: { ...fields, ...form }, schema: TokenAnswer, signal })
    return answer.ok ? { ok: true, value: readTokens(answer.value, clock.now()) } : answer
  }

  async function revoke(token: string, url: string, needs: 'client' | 'client_id'): Promise<OutsideAnswer<unknown>> {
    const { headers, fields } = needs === 'client' ? proveClient() : { headers: {}, fields: { client_id } }
    return send({ url, headers, form: { ...fields, token }, schema: z.unknown() })
  }

  const scope = row.scopes.join(' ')
  return {
    scopes: row.scopes,
    authorizeAddress({ redirect_url, state, challenge }) {
      const query = new URLSearchParams({ client_id, response_type: 'code' })
      if (scope !== '') query.set('scope', scope)
      query.set('state', state)
      query.set('redirect_uri', redirect_url)
      query.set('code_challenge', challenge)
      query.set('code_challenge_method', 'S256')
      return `${row.authorize_url}?${query.toString()}`
    },
    exchangeCode: ({ code, verifier, redirect_url }) =>
      askToken({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect_url,
        ...(row.repeats_scopes && { scope }),
        code_verifier: verifier,
      }),
    refreshTokens: (refresh_token, signal) => askToken({ grant_type: 'refresh_token', refresh_token }, signal),
    async fetchProfile(access_token) {
      const answer = await row.fetchProfile(access_token)
      if (!answer.ok) return answer
      const { account_id, name, handle } = answer.value
      // All accounts without an id would count as the same user (D-27).
      if (account_id === '' || account_id !== cleanName(account_id)) return fail('malformed', 'the account has no usable id')
      return { ok: true, value: { account_id, name: cleanName(name) || account_id, handle } }
    },
    revokeToken:
      row.revoke &&
      (
        ({ url, needs }) =>
        (token: string) =>
          revoke(token, url, needs)
      )(row.revoke),
  }
}

/** Ids and names are stored and shown on pages. Control characters are removed; some columns cannot store them. */
export const cleanName = (text: string): string =>
  text
    // U+FFFD replaces characters that could not be stored.
    .replaceAll(/[\p{Cc}\uFFFD]/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed()
