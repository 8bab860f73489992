/** A user who logs in on Discord or Twitch like the product's users. */
import { DEFAULT_DISCORD_CLIENT, DEFAULT_TWITCH_CLIENT } from '../options.ts'
import type { Simulator } from '../simulator.ts'
import { type Answered, authorizeQuery, readRedirect, redirectUri, verifier } from './visitor.ts'

export const userAgent = { 'user-agent': 'Muster tests' }

const clients = { discord: DEFAULT_DISCORD_CLIENT, twitch: DEFAULT_TWITCH_CLIENT }
export type Elsewhere = keyof typeof clients
type Change = Readonly<Record<string, string | undefined>>

const baseOf = (simulator: Simulator, site: Elsewhere) => (site === 'discord' ? simulator.discord_url : simulator.twitch_id_url)
const tokenPath = { discord: '/api/oauth2/token', twitch: '/oauth2/token' }

export const authorizeAt = (simulator: Simulator, site: Elsewhere, change: Change = {}): Promise<Response> => {
  const query = authorizeQuery({ client_id: clients[site].id, scope: site === 'discord' ? 'identify' : undefined, ...change })
  return fetch(`${baseOf(simulator, site)}/oauth2/authorize?${query.toString()}`, {
    redirect: 'manual',
    headers: { accept: 'text/html' },
  })
}

export const obtainCodeAt = async (simulator: Simulator, site: Elsewhere, who: string, change: Change = {}): Promise<string> =>
  readRedirect(await authorizeAt(simulator, site, { login_hint: who, auto: 'allow', ...change }))['code'] ?? ''

const readAnswer = async (response: Response): Promise<Answered> => {
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

/** Posts a form with the client's fields; entries of `change` replace them, undefined removes one. */
export const post = async (
  simulator: Simulator,
  site: Elsewhere,
  path: string,
  change: Change,
  headers: Record<string, string> = {},
): Promise<Answered> => {
  const { id, secret } = clients[site]
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries<string | undefined>({ client_id: id, client_secret: secret, ...change }))
    if (value !== undefined) form.set(name, value)
  return readAnswer(
    await fetch(`${baseOf(simulator, site)}${path}`, { method: 'POST', headers: { ...userAgent, ...headers }, body: form }),
  )
}

export const askTokenAt = (simulator: Simulator, site: Elsewhere, change: Change, headers = {}): Promise<Answered> =>
  post(simulator, site, tokenPath[site], change, headers)

export const exchangeCodeAt = (simulator: Simulator, site: Elsewhere, code: string, change: Change = {}, headers = {}) =>
  askTokenAt(
    simulator,
    site,
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...change },
    headers,
  )

/** Both tokens of a user after a login. */
export const logInAt = async (simulator: Simulator, site: Elsewhere, who: string) => {
  const { body } = await exchangeCodeAt(simulator, site, await obtainCodeAt(simulator, site, who))
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) }
}

export const askMe = async (simulator: Simulator, access: string): Promise<Answered> =>
  readAnswer(
    await fetch(`${simulator.discord_url}/api/v10/users/@me`, { headers: { ...userAgent, authorization: `Bearer ${access}` } }),
  )

/** A request to Twitch's API, with the token's Client-Id by default. */
export const askHelix = async (
  simulator: Simulator,
  access: string,
  path: string,
  client_id: string | null = DEFAULT_TWITCH_CLIENT.id,
): Promise<Answered> =>
  readAnswer(
    await fetch(`${simulator.twitch_api_url}/helix${path}`, {
      headers: { ...userAgent, authorization: `Bearer ${access}`, ...(client_id === null ? {} : { 'client-id': client_id }) },
    }),
  )

export const askTwitchId = async (simulator: Simulator, path: string, authorization: string): Promise<Answered> =>
  readAnswer(await fetch(`${simulator.twitch_id_url}${path}`, { headers: { ...userAgent, authorization } }))
