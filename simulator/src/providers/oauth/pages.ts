/** The provider's pages for people: account picker, consent, sign-in. Registered for every provider alike. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCookie, readForm, readQueryTexts } from '../../edge/forms.ts'
import type { createServe, Visit } from '../../edge/serve.ts'
import type { Simulation } from '../../simulation.ts'
import { stylesheet } from '../page.ts'
import type { Authority, Person } from './authority.ts'
import { answerAuthorize, redirectTo, SESSION_COOKIE, signInCookie } from './authorize.ts'

const acceptsHtml = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes('text/html')

export const findSignedIn = (authority: Authority, request: FastifyRequest): Person | null => {
  const id = readCookie(request, SESSION_COOKIE)
  return authority.people.find((person) => person.id === id) ?? null
}

export const registerAuthorizePages = (
  app: FastifyInstance,
  simulation: Simulation,
  authority: Authority,
  serve: ReturnType<typeof createServe>,
): void => {
  const { links, prefix } = authority
  const routeOf = (path: string) => path.slice(prefix.length)
  const authorize = (parameters: Record<string, string>, decision: string | null) => (request: FastifyRequest, visit: Visit) => {
    const signed_in = findSignedIn(authority, request)
    visit.account = signed_in?.name ?? null
    if (!parameters['code_challenge']) visit.complaints.push('login without a code challenge')
    const search = parameters['search'] ?? ''
    const asked = { parameters, signed_in, accepts_html: acceptsHtml(request), decision, search }
    return answerAuthorize(simulation, authority, asked, visit.now)
  }
  app.get(
    links.authorize,
    serve(routeOf(links.authorize), (request, visit) => authorize(readQueryTexts(request), null)(request, visit)),
  )
  app.post(
    links.authorize,
    serve(routeOf(links.authorize), (request, visit) => {
      const parameters = readForm(request) ?? {}
      return authorize(parameters, parameters['decision'] ?? null)(request, visit)
    }),
  )
  app.post(
    links.sign_in,
    serve(routeOf(links.sign_in), (request) => {
      const { account = '', ...parameters } = readForm(request) ?? {}
      return redirectTo(`${links.authorize}?${new URLSearchParams(parameters).toString()}`, {
        'set-cookie': signInCookie(authority, account),
      })
    }),
  )
  app.get(links.stylesheet, async (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet))
}
