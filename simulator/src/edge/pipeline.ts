/**
 * The order in which the game's API checks a request; it decides which headers an answer carries. Network faults and damage are
 * at both ends, see `answer.ts`.
 */
import type { FastifyRequest } from 'fastify'
import { damageAnswer } from '../faults/damage.ts'
import type { Fault } from '../faults/faults.ts'
import { policies, type Policy, policyIn } from '../limits/policies.ts'
import { answerEndpoint } from '../providers/game-api.ts'
import { findStranger, readBearer } from '../providers/oauth/bearer.ts'
import type { Token } from '../providers/oauth/grants.ts'
import type { Simulation } from '../simulation.ts'
import { type Answer, answerApiError, answerHtml, answerOAuthError } from './answer.ts'
import { readQueryTexts } from './forms.ts'
import { type Realm, readRealm } from '../realms.ts'
import { matchRoute, type RouteMatch } from './routes.ts'

export interface Handled {
  answer: Answer
  faults: Fault[]
  route: string
  account: string | null
  client: string | null
  policy: string | null
  complaints: string[]
}

/** Every call has to name the client and a contact. */
const userAgentRule = /^OAuth [\w.-]+\/\S+ \(contact: [^)]+\)/
export const isAgentNamed = (request: FastifyRequest): boolean => userAgentRule.test(request.headers['user-agent'] ?? '')

export const blockedPage = '<!DOCTYPE html><title>Access denied</title><h1>Error 1015</h1><p>You are being rate limited.</p>'
const maintenancePage =
  '<html><head><title>503 Service Temporarily Unavailable</title></head><body><center><h1>503 Service Temporarily Unavailable</h1></center><hr><center>openresty</center></body></html>'

/** During maintenance the web servers answer for the API with a page, even with status 200. */
const closedPage =
  '<!DOCTYPE html><html><head><title>Path of Exile</title></head><body><h1>Down For Maintenance</h1></body></html>'

const wallPage = '<!DOCTYPE html><title>Just a moment...</title><p>Checking your browser.</p>'
const gatewayPage = '<html><head><title>Bad gateway</title></head><body><center><h1>Bad gateway</h1></center></body></html>'

/** A patch gave the policy a new name and half as many requests. */
const tighten = (policy: Policy): Policy => ({
  ...policy,
  name: `${policy.name}-next`,
  windows: policy.windows.map((window) => ({ ...window, hits: Math.max(1, Math.floor(window.hits / 2)) })),
})

/** Writes names of headers and rules in another case, which does not change their meaning. */
const shout = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toUpperCase(),
      name.toLowerCase() === 'x-rate-limit-rules' ? value.toUpperCase() : value,
    ]),
  )

/** How long an address refused at the edge has to wait, milliseconds; the page gives no time. */
const EDGE_WAIT_MS = 60_000
const FORCED_WAIT_SECONDS = 60

/** Answers one request to the API host. `path` is the part after the host's prefix, without the query. */
export const handleApiRequest = (simulation: Simulation, request: FastifyRequest, path: string, now: number): Handled => {
  const bearer = readBearer(request)
  const token = simulation.authorities.game.grants.findToken(bearer, 'access', now)
  const match = matchRoute(path)
  const route = match && match !== 'undecodable' ? match.route.path : path
  const account = simulation.world.findAccount(token?.account_uuid ?? '')
  const faults = simulation.faults.strike(
    { provider: 'api', route, address: request.url, account: account?.name ?? null, client: token?.client_id ?? null },
    now,
  )
  const handled: Handled = {
    answer: { status: 500, body: null },
    faults,
    route,
    account: account?.name ?? null,
    client: token?.client_id ?? null,
    policy: null,
    complaints: token ? [] : findStranger(simulation, bearer, 'game', 'api', now),
  }
  handled.complaints.push(...simulation.conduct.checkWait(`address ${request.ip}`, now))
  handled.answer = decide(simulation, request, handled, match, token)
  if (handled.answer.status >= 400 && handled.answer.status < 500)
    simulation.invalid_requests.count(request.ip, simulation.limitsNow())
  return handled
}

/** Leagues and their ladders have their realm in the query, everything else in the path. */
const realmOf = ({ route, realm }: RouteMatch, request: FastifyRequest): Realm =>
  route.path.startsWith('/league/') || route.path === '/league' ? (readRealm(readQueryTexts(request)['realm']) ?? realm) : realm

const namesLeague = (match: RouteMatch | 'undecodable' | null): boolean =>
  match !== null && match !== 'undecodable' && match.route.path.includes('{league}')

const decide = (
  simulation: Simulation,
  request: FastifyRequest,
  handled: Handled,
  match: RouteMatch | 'undecodable' | null,
  token: Token | null,
): Answer => {
  const has = (effect: Fault['effect']) => handled.faults.some((fault) => fault.effect === effect)
  const { switches, limiter } = simulation
  if (simulation.invalid_requests.isBlocked(request.ip, simulation.limitsNow())) {
    if (simulation.invalid_requests.mayKnow(request.ip, simulation.limitsNow()))
      handled.complaints.push('request while blocked for invalid requests')
    return answerHtml(403, blockedPage)
  }
  if (has('edge.botwall') || has('edge.1015')) {
    const now = simulation.clock.now()
    simulation.conduct.tellToWait(`address ${request.ip}`, now, now + EDGE_WAIT_MS)
  }
  if (has('edge.botwall')) return answerHtml(403, wallPage, { 'cf-mitigated': 'challenge' })
  if (has('edge.1015')) return answerHtml(429, blockedPage)
  if (has('api.503')) return answerHtml(503, maintenancePage)
  if (has('api.page')) return answerHtml(200, closedPage)
  // The realm's program is down, so no league is known; calls without a league are not affected.
  if (has('api.league_lost') && namesLeague(match)) return answerApiError(400, 2, {}, '; League not found')
  if (has('api.maintenance')) return answerApiError(503, 7)
  if (has('api.502')) return answerHtml(502, gatewayPage)
  if (has('api.504')) return answerHtml(504, gatewayPage)
  if (match === 'undecodable') return answerApiError(400, 2)
  if (!match) return answerApiError(404, 1)
  if (request.method !== 'GET' && request.method !== 'HEAD') return answerApiError(405, 9, { allow: 'GET, HEAD' })

  if (switches.enforce_user_agent !== 'off' && !isAgentNamed(request)) {
    handled.complaints.push('user agent without client and contact')
    if (switches.enforce_user_agent === 'on') return answerApiError(403, 6)
  }

  const challenge = (error: string) => ({ 'www-authenticate': `Bearer realm="pathofexile", error="${error}"` })
  if (!token) {
    handled.complaints.push(...simulation.conduct.refuseToken(readBearer(request), simulation.clock.now()))
    return answerOAuthError(
      401,
      'invalid_token',
      'The access token provided is invalid or has expired',
      challenge('invalid_token'),
    )
  }
  if (!token.scopes.includes(match.route.scope)) {
    handled.complaints.push('token without the scope')
    return answerOAuthError(
      403,
      'insufficient_scope',
      'The request requires higher privileges than provided by the access token',
      challenge('insufficient_scope'),
    )
  }
  if (request.method === 'HEAD' && match.route.name === 'profile') return answerApiError(403, 6)

  let headers: Record<string, string> = {}
  if (match.route.policy && switches.limits_enabled) {
    const policy = policies[match.route.policy]
    const named = policyIn(realmOf(match, request), policy)
    const counted = has('api.limits_change') ? tighten(named) : named
    handled.policy = counted.name
    const subject = { Account: token.account_uuid ?? '', Ip: request.ip, Client: token.client_id }[policy.rule]
    const at = simulation.limitsNow()
    const whom = `${named.name} ${subject}`
    handled.complaints.push(...simulation.conduct.checkWait(whom, at))
    if (has('api.429')) simulation.conduct.tellToWait(whom, at, at + FORCED_WAIT_SECONDS * 1000)
    if (request.method === 'HEAD' && match.route.name !== 'account_leagues')
      return { status: 204, headers: limiter.peek(counted, subject, at), body: null }
    const verdict = limiter.hit(counted, subject, at)
    headers = verdict.headers
    if (!verdict.allowed) {
      if (!verdict.through_others)
        handled.complaints.push(verdict.during_restriction ? 'request during a restriction' : 'rate limit exceeded')
      return answerApiError(429, 3, headers)
    }
  } else if (request.method === 'HEAD') return { status: 204, body: null }
  if (has('api.429')) return answerApiError(429, 3, { ...headers, 'retry-after': String(FORCED_WAIT_SECONDS) })
  if (has('api.500')) return answerApiError(500, 4, headers)

  if (has('river.lost') && match.route.name === 'public_stash') return answerApiError(400, 2, headers)

  const late = handled.faults.find(({ effect }) => effect === 'river.delay')
  const late_ms = late ? Number(late.parameters['minutes'] ?? 25) * 60_000 : 0
  const answer = answerEndpoint(simulation, match, token, request.query, late_ms)
  if (handled.faults.length === 0) return { ...answer, headers: { ...headers, ...answer.headers } }
  const damaged = damageAnswer(answer, handled.faults, { url: request.url, asked: readQueryTexts(request)['id'] })
  return { ...damaged, headers: { ...(has('api.case') ? shout(headers) : headers), ...damaged.headers } }
}
