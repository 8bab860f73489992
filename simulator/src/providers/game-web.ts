/** The organisers' part of the game's web host: OAuth, the account's applications, the latest change ids. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, answerApiError, answerHtml, answerJson, answerOAuthError } from '../edge/answer.ts'
import { readForm } from '../edge/forms.ts'
import { isAgentNamed } from '../edge/pipeline.ts'
import { createServe, type Handle, type Visit } from '../edge/serve.ts'
import { policies } from '../limits/policies.ts'
import type { Simulation } from '../simulation.ts'
import { registerGuildSite } from './guild-site.ts'
import { type Authority, findClient } from './oauth/authority.ts'
import { redirectTo } from './oauth/authorize.ts'
import { readBearer } from './oauth/bearer.ts'
import { renderApplications } from './oauth/authorize-pages.ts'
import { answerIntrospect, answerRevoke, answerToken } from './oauth/game-token.ts'
import { findSignedIn, registerAuthorizePages } from './oauth/pages.ts'
import { type Form, judgeGrant } from './oauth/token.ts'
import { pageHeaders } from './page.ts'

const PREFIX = '/ggg-web'
const applicationsPath = `${PREFIX}/my-account/applications`

/** The only addresses of this host that accept a bearer. */
const keepers = ['/oauth/token/revoke', '/oauth/token/introspect']

/** The token endpoint and its relatives: User-Agent rule, then the limit; errors count like successes. */
const limited =
  (
    simulation: Simulation,
    authority: Authority,
    handle: (request: FastifyRequest, form: Form | null, now: number) => Answer,
  ): Handle =>
  (request: FastifyRequest, visit: Visit): Answer => {
    const { switches, limiter } = simulation
    visit.policy = policies.token.name
    if (switches.enforce_user_agent !== 'off' && !isAgentNamed(request)) {
      visit.complaints.push('user agent without client and contact')
      if (switches.enforce_user_agent === 'on')
        return answerOAuthError(403, 'access_denied', 'The User-Agent header must name the client and a contact')
    }
    const verdict = limiter.hit(policies.token, request.ip, simulation.limitsNow())
    const headers = switches.limits_enabled ? verdict.headers : {}
    if (switches.limits_enabled && !verdict.allowed) {
      visit.complaints.push(verdict.during_restriction ? 'request during a restriction' : 'rate limit exceeded')
      return answerApiError(429, 3, headers)
    }
    const answer = handle(request, readForm(request), visit.now)
    visit.complaints.push(...judgeGrant(simulation, authority, readForm(request), answer))
    return { ...answer, headers: { ...headers, ...answer.headers } }
  }

export const registerGameWeb = (app: FastifyInstance, simulation: Simulation): void => {
  const authority = simulation.authorities.game
  const { grants, links } = authority
  const serve = createServe(simulation, {
    provider: 'web',
    prefix: PREFIX,
    isForeign: (request) => request.headers.authorization !== undefined && !keepers.some((path) => request.url.endsWith(path)),
    renderFailure: (status) => (status === 500 ? answerApiError(500, 4) : answerApiError(429, 3, { 'retry-after': '30' })),
  })
  registerAuthorizePages(app, simulation, authority, serve)
  registerGuildSite(app, simulation, PREFIX, serve)
  const post = (route: string, handle: Handle) => app.post(`${PREFIX}${route}`, serve(route, handle))

  post(
    '/oauth/token',
    limited(simulation, authority, (_request, form, now) => answerToken(simulation, authority, form, now)),
  )
  post(
    '/oauth/token/revoke',
    limited(simulation, authority, (request, form, now) => answerRevoke(authority, readBearer(request), form, now)),
  )
  post(
    '/oauth/token/introspect',
    limited(simulation, authority, (request, form, now) =>
      answerIntrospect(simulation, authority, readBearer(request), form, now),
    ),
  )

  app.get(
    applicationsPath,
    serve('/my-account/applications', (request) => {
      const person = findSignedIn(authority, request)
      if (!person) return answerHtml(401, '<h1>Sign in first</h1>', pageHeaders)
      const consents = grants.consentsOf(person.id).flatMap(({ client_id, scopes }) => {
        const client = findClient(authority, client_id)
        return client ? [{ client, scopes }] : []
      })
      return answerHtml(200, renderApplications(links.stylesheet, applicationsPath, person, consents), pageHeaders)
    }),
  )
  app.post(
    applicationsPath,
    serve('/my-account/applications', (request) => {
      const person = findSignedIn(authority, request)
      if (person) grants.withdraw(readForm(request)?.['client_id'] ?? '', person.id)
      return redirectTo(applicationsPath)
    }),
  )
  app.get(
    `${PREFIX}/api/trade/data/change-ids`,
    serve('/api/trade/data/change-ids', (request, { complaints }) => {
      if (!isAgentNamed(request)) complaints.push('user agent without client and contact')
      if (request.headers.authorization) return answerApiError(403, 6)
      return answerJson(200, { psapi: simulation.stream_view.latestChangeId() })
    }),
  )
}
