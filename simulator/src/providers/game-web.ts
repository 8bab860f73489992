/** The game's web host, as far as organisers use it: OAuth, the account's applications, the latest change ids. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, answerApiError, answerHtml, answerJson, answerOAuthError, sendAnswer } from '../edge/answer.ts'
import { readCookie, readForm, readQueryTexts } from '../edge/forms.ts'
import { isAgentNamed } from '../edge/pipeline.ts'
import { policies } from '../limits/policies.ts'
import { findClient, type Simulation } from '../simulation.ts'
import type { Account } from '../world/model.ts'
import { answerAuthorize, redirectTo, SESSION_COOKIE, signInCookie } from './oauth/authorize.ts'
import { renderApplications } from './oauth/authorize-pages.ts'
import { answerIntrospect, answerRevoke, answerToken } from './oauth/token.ts'
import { pageHeaders, stylesheet } from './page.ts'

const PREFIX = '/ggg-web'
const links = { stylesheet: `${PREFIX}/style.css`, authorize: `${PREFIX}/oauth/authorize`, sign_in: `${PREFIX}/sign-in` }
const applicationsPath = `${PREFIX}/my-account/applications`

const readBearer = (request: FastifyRequest): string => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''

export const registerGameWeb = (app: FastifyInstance, simulation: Simulation): void => {
  const findSignedIn = (request: FastifyRequest): Account | null =>
    simulation.world.findAccount(readCookie(request, SESSION_COOKIE) ?? '')

  const serve =
    (route: string, handle: (request: FastifyRequest, now: number, complaints: string[]) => Answer) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const now = simulation.catchUp()
      const client = readForm(request)?.['client_id'] ?? readQueryTexts(request)['client_id'] ?? null
      const faults = simulation.faults.strike({ provider: 'web', route, account: null, client }, now)
      const complaints: string[] = []
      const has = (effect: string) => faults.some((fault) => fault.effect === effect)
      let answer = handle(request, now, complaints)
      if (has('api.503')) answer = answerHtml(503, '<h1>503 Service Temporarily Unavailable</h1><hr>openresty')
      else if (has('api.500')) answer = answerApiError(500, 4)
      else if (has('api.429')) answer = answerApiError(429, 3, { 'retry-after': '30' })
      else if (has('shape.garbage')) answer = { ...answer, body: '<html><body>Something went wrong</body></html>' }
      simulation.requests.add({
        t: now,
        method: request.method,
        path: `${PREFIX}${route}`,
        status: answer.status,
        account: null,
        client,
        policy: route === '/oauth/token' ? policies.token.name : null,
        complaints,
        faults: faults.map((fault) => fault.id),
      })
      await sendAnswer(request, reply, answer, now, faults)
    }

  /** The token endpoint and its relatives: User-Agent rule, then the limit; errors count like successes. */
  const limited =
    (handle: (request: FastifyRequest, form: Record<string, string> | null, now: number) => Answer) =>
    (request: FastifyRequest, now: number, complaints: string[]): Answer => {
      const { switches, limiter } = simulation
      if (switches.enforce_user_agent !== 'off' && !isAgentNamed(request)) {
        complaints.push('user agent without client and contact')
        if (switches.enforce_user_agent === 'on')
          return answerOAuthError(403, 'access_denied', 'The User-Agent header must name the client and a contact')
      }
      const verdict = limiter.hit(policies.token, request.ip, simulation.limitsNow())
      const headers = switches.limits_enabled ? verdict.headers : {}
      if (switches.limits_enabled && !verdict.allowed) {
        complaints.push(verdict.during_restriction ? 'request during a restriction' : 'rate limit exceeded')
        return answerApiError(429, 3, headers)
      }
      const answer = handle(request, readForm(request), now)
      if (answer.status === 400) complaints.push('refused token request')
      return { ...answer, headers: { ...headers, ...answer.headers } }
    }

  app.get(
    `${PREFIX}/oauth/authorize`,
    serve('/oauth/authorize', (request, now) => {
      const parameters = readQueryTexts(request)
      return answerAuthorize(
        simulation,
        links,
        {
          parameters,
          signed_in: findSignedIn(request),
          accepts_html: acceptsHtml(request),
          decision: null,
          search: parameters['search'] ?? '',
        },
        now,
      )
    }),
  )
  app.post(
    `${PREFIX}/oauth/authorize`,
    serve('/oauth/authorize', (request, now) => {
      const parameters = readForm(request) ?? {}
      return answerAuthorize(
        simulation,
        links,
        {
          parameters,
          signed_in: findSignedIn(request),
          accepts_html: acceptsHtml(request),
          decision: parameters['decision'] ?? null,
          search: '',
        },
        now,
      )
    }),
  )
  app.post(
    `${PREFIX}/sign-in`,
    serve('/sign-in', (request) => {
      const { account: uuid = '', ...parameters } = readForm(request) ?? {}
      const account = simulation.world.findAccount(uuid)
      return redirectTo(`${links.authorize}?${new URLSearchParams(parameters).toString()}`, {
        'set-cookie': signInCookie(account?.uuid ?? ''),
      })
    }),
  )
  app.post(
    `${PREFIX}/oauth/token`,
    serve(
      '/oauth/token',
      limited((_request, form, now) => answerToken(simulation, form, now)),
    ),
  )
  app.post(
    `${PREFIX}/oauth/token/revoke`,
    serve(
      '/oauth/token/revoke',
      limited((request, form, now) => answerRevoke(simulation, readBearer(request), form, now)),
    ),
  )
  app.post(
    `${PREFIX}/oauth/token/introspect`,
    serve(
      '/oauth/token/introspect',
      limited((request, form, now) => answerIntrospect(simulation, readBearer(request), form, now)),
    ),
  )

  app.get(
    applicationsPath,
    serve('/my-account/applications', (request) => {
      const account = findSignedIn(request)
      if (!account) return answerHtml(401, '<h1>Sign in first</h1>', pageHeaders)
      const consents = simulation.grants.consentsOf(account.uuid).flatMap(({ client_id, scopes }) => {
        const client = findClient(simulation, client_id)
        return client ? [{ client, scopes }] : []
      })
      return answerHtml(200, renderApplications(links.stylesheet, applicationsPath, account, consents), pageHeaders)
    }),
  )
  app.post(
    applicationsPath,
    serve('/my-account/applications', (request) => {
      const account = findSignedIn(request)
      if (account) simulation.grants.withdraw(readForm(request)?.['client_id'] ?? '', account.uuid)
      return redirectTo(applicationsPath)
    }),
  )
  app.get(
    `${PREFIX}/api/trade/data/change-ids`,
    serve('/api/trade/data/change-ids', (request, _now, complaints) => {
      if (request.headers.authorization) {
        complaints.push('bearer on the web host')
        return answerApiError(403, 6)
      }
      return answerJson(200, { psapi: simulation.stream_view.latestChangeId() })
    }),
  )
  app.get(`${PREFIX}/style.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet))
}

const acceptsHtml = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes('text/html')
