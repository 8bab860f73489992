/** The authorize endpoint: client, signed-in user, request; then a page or a redirect. */
import { type Answer, answerHtml } from '../../edge/answer.ts'
import { blockedPage } from '../../edge/pipeline.ts'
import type { OAuthClient } from '../../options.ts'
import type { Simulation } from '../../simulation.ts'
import { pageHeaders } from '../page.ts'
import { type Authority, findClient, type Person } from './authority.ts'
import { renderAccountPicker, renderConsent, renderRefusal } from './authorize-pages.ts'

export interface AuthorizeRequest {
  parameters: Readonly<Record<string, string>>
  signed_in: Person | null
  accepts_html: boolean
  decision: string | null
  search: string
}

/** Parameters that belong to the request and travel through the pages. */
const requestParameters = [
  'client_id',
  'response_type',
  'scope',
  'state',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
] as const

const pickRequest = (parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(requestParameters.flatMap((name) => (parameters[name] === undefined ? [] : [[name, parameters[name]]])))

/** HTTP on this machine; confidential clients may use it only if the registry allows it. */
const isLoopback = (uri: URL): boolean => uri.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(uri.hostname)

const mayRedirect = (client: OAuthClient, text: string | undefined): text is string => {
  if (text === undefined || !URL.canParse(text)) return false
  const uri = new URL(text)
  return (
    client.redirect_uris.includes(text) ||
    ((client.kind === 'public' || client.allow_loopback) && isLoopback(uri) && uri.hash === '')
  )
}

export const redirectTo = (location: string, headers: Record<string, string> = {}): Answer => ({
  status: 302,
  headers: { location, ...headers },
  body: '',
})

const withQuery = (uri: string, query: Record<string, string | undefined>): string => {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

interface Flaw {
  error: string
  description: string
}

const findFlaw = (
  simulation: Simulation,
  authority: Authority,
  client: OAuthClient,
  parameters: Readonly<Record<string, string>>,
): Flaw | null => {
  if (parameters['response_type'] !== 'code')
    return { error: 'unsupported_response_type', description: 'Only response_type=code is supported' }
  const scopes = splitScopes(parameters['scope'])
  if (scopes.length === 0 && authority.is_scope_required) return { error: 'invalid_scope', description: 'scope is required' }
  if (scopes.some((scope) => !client.scopes.includes(scope)))
    return { error: 'invalid_scope', description: 'An unsupported scope was requested' }
  if (!parameters['state']) return { error: 'invalid_request', description: 'state is required' }
  if (!parameters['code_challenge']) {
    const isNeeded = client.kind === 'public' || simulation.switches.require_pkce
    return isNeeded ? { error: 'invalid_request', description: 'code_challenge is required' } : null
  }
  if (parameters['code_challenge_method'] !== 'S256')
    return { error: 'invalid_request', description: 'code_challenge_method must be S256' }
  return null
}

export const splitScopes = (text: string | undefined): string[] => [
  ...new Set((text ?? '').split(' ').filter((scope) => scope !== '')),
]

export const answerAuthorize = (simulation: Simulation, authority: Authority, request: AuthorizeRequest, now: number): Answer => {
  const { parameters } = request
  if (simulation.switches.bot_wall && !request.accepts_html) return answerHtml(403, blockedPage, { 'cf-mitigated': 'challenge' })
  const stop = (reason: string) => answerHtml(400, renderRefusal(authority.links, reason), pageHeaders)
  const client = findClient(authority, parameters['client_id'])
  if (!client) return stop('The application is not known.')
  const redirectUri = parameters['redirect_uri']
  if (!mayRedirect(client, redirectUri)) return stop('The return address is not registered for this application.')
  const state = parameters['state']
  const refuse = (error: string, error_description: string) =>
    redirectTo(withQuery(redirectUri, { error, error_description, state }))
  const flaw = findFlaw(simulation, authority, client, parameters)
  if (flaw) return refuse(flaw.error, flaw.description)

  const kept = pickRequest(parameters)
  const { allow_login_hint } = simulation.switches
  const hinted = allow_login_hint && parameters['login_hint'] ? authority.findPerson(parameters['login_hint']) : null
  const person = hinted ?? request.signed_in
  if (!person) return answerHtml(200, renderAccountPicker(authority, request.search, kept), pageHeaders)

  const signInHeaders: Record<string, string> = hinted ? { 'set-cookie': signInCookie(authority, hinted.id) } : {}
  const scopes = splitScopes(parameters['scope'])
  const decision = request.decision ?? (allow_login_hint ? parameters['auto'] : undefined)
  if (decision === 'deny') return refuse('access_denied', 'The resource owner denied the request')
  if (decision !== 'allow') {
    return answerHtml(200, renderConsent(authority, client, person, scopes, kept), { ...pageHeaders, ...signInHeaders })
  }
  const code = authority.grants.issueCode({
    client_id: client.id,
    account_uuid: person.id,
    redirect_uri: redirectUri,
    scopes,
    challenge: parameters['code_challenge'] ?? null,
    issued_at: now,
    issued_real_ms: simulation.realNow(),
  })
  return redirectTo(withQuery(redirectUri, { code: code.code, state }), signInHeaders)
}

export const SESSION_COOKIE = 'simulated_session'
/** The browser's session at a provider; an empty id signs out. */
export const signInCookie = ({ prefix }: Authority, id: string): string =>
  `${SESSION_COOKIE}=${id}; Path=${prefix}; HttpOnly; SameSite=Lax`
