/** A client that uses the simulated services like the product: for tests here and in the server. */
import { createHash } from 'node:crypto'
import { DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET } from '../options.ts'
import type { Simulator } from '../simulator.ts'

export const agent = { 'user-agent': 'OAuth muster-local/0.1.0 (contact: ops@example.org)' }
export const redirectUri = 'http://127.0.0.1:4000/api/oauth2/poe/redirect'
export const everyAccountScope = 'account:profile account:characters account:league_accounts account:leagues'
export const everyServiceScope = 'service:leagues service:leagues:ladder service:psapi'

export const verifier = 'a-verifier-of-at-least-forty-three-characters-for-tests'
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** Query of a good authorize request; entries of `change` replace its parts, undefined removes one. */
export const authorizeQuery = (change: Readonly<Record<string, string | undefined>> = {}): URLSearchParams => {
  const parts: Record<string, string | undefined> = {
    client_id: DEFAULT_CLIENT_ID,
    response_type: 'code',
    scope: everyAccountScope,
    state: 'a state',
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, value)
  return query
}

export const authorize = (simulator: Simulator, change: Readonly<Record<string, string | undefined>> = {}): Promise<Response> =>
  fetch(`${simulator.web_url}/oauth/authorize?${authorizeQuery(change).toString()}`, {
    redirect: 'manual',
    headers: { accept: 'text/html' },
  })

/** The query of an authorize request's redirect. */
export const readRedirect = (response: Response): Record<string, string> =>
  Object.fromEntries(new URL(response.headers.get('location') ?? 'http://nowhere').searchParams)

/** Signs in silently, allows, and returns the code. */
export const obtainCode = async (simulator: Simulator, account: string, change: Record<string, string> = {}): Promise<string> =>
  readRedirect(await authorize(simulator, { login_hint: account, auto: 'allow', ...change }))['code'] ?? ''

export interface Answered {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export const askToken = async (simulator: Simulator, change: Readonly<Record<string, string>>): Promise<Answered> => {
  const form = { client_id: DEFAULT_CLIENT_ID, client_secret: DEFAULT_CLIENT_SECRET, ...change }
  const response = await fetch(`${simulator.web_url}/oauth/token`, {
    method: 'POST',
    headers: agent,
    body: new URLSearchParams(form),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}

export const exchangeCode = (
  simulator: Simulator,
  code: string,
  change: Readonly<Record<string, string>> = {},
): Promise<Answered> =>
  askToken(simulator, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...change })

/** A player's access token. */
export const connectAccount = async (simulator: Simulator, account: string, scope = everyAccountScope): Promise<string> => {
  const answered = await exchangeCode(simulator, await obtainCode(simulator, account, { scope }))
  return String(answered.body['access_token'])
}

/** The application's own access token. */
export const connectApplication = async (simulator: Simulator, scope = everyServiceScope): Promise<string> =>
  String((await askToken(simulator, { grant_type: 'client_credentials', scope })).body['access_token'])

export const askApi = (simulator: Simulator, token: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${simulator.api_url}${path}`, { ...init, headers: { ...agent, authorization: `Bearer ${token}`, ...init.headers } })
