/** Twitch's identity host: authorize, token, validate, revoke, and the user. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, answerJson } from '../edge/answer.ts'
import { readForm } from '../edge/forms.ts'
import { createServe, type Visit } from '../edge/serve.ts'
import type { OAuthClient } from '../options.ts'
import type { Simulation } from '../simulation.ts'
import type { Authority } from './oauth/authority.ts'
import type { Token } from './oauth/grants.ts'
import { registerAuthorizePages } from './oauth/pages.ts'
import {
  exchangeCode,
  findClientByFields,
  type Flaw,
  type Form,
  isFlaw,
  type Issued,
  judgeGrant,
  renewTokens,
} from './oauth/token.ts'

const PREFIX = '/twitch-id'
const words = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

/** Twitch's own format of an error. */
export const refuse = (status: keyof typeof words, message: string, headers: Record<string, string> = {}): Answer =>
  answerJson(status, { error: words[status], status, message }, headers)

/** `scope` is a list here, unlike everywhere else, and is left out if empty. */
const renderTokens = ({ access, refresh }: Issued, now: number): Answer =>
  answerJson(200, {
    access_token: access.token,
    expires_in: access.expires_at === null ? undefined : Math.floor((access.expires_at - now) / 1000),
    refresh_token: refresh?.token,
    scope: access.scopes.length > 0 ? access.scopes : undefined,
    token_type: 'bearer',
  })

const grantToApplication = ({ grants }: Authority, client: OAuthClient, now: number): Issued => {
  const shared = { client, account_uuid: null, scopes: [], family: `application/${client.id}`, now }
  const access_expires_at = now + client.application_ttl_seconds * 1000
  return { client, ...grants.issueTokens({ ...shared, refresh_expires_at: null, access_expires_at }) }
}

const wordsOf = (flaw: Flaw, form: Form): string =>
  form['grant_type'] === 'refresh_token' ? 'Invalid refresh token' : `Invalid authorization code: ${flaw.description}`

const answerToken = (simulation: Simulation, authority: Authority, form: Form, visit: Visit): Answer => {
  if (!form['client_id']) return refuse(400, 'missing client id')
  const client = findClientByFields(authority.clients, form)
  if (client === 'unknown') return refuse(400, 'invalid client')
  if (client === 'wrong_secret') return refuse(403, 'invalid client secret')
  switch (form['grant_type']) {
    case 'client_credentials':
      return renderTokens(grantToApplication(authority, client, visit.now), visit.now)
    case 'authorization_code':
    case 'refresh_token': {
      const act = form['grant_type'] === 'refresh_token' ? renewTokens : exchangeCode
      const outcome = act(simulation, authority, client, form, visit.now)
      return isFlaw(outcome) ? refuse(400, wordsOf(outcome, form)) : renderTokens(outcome, visit.now)
    }
    case undefined:
    default:
      return refuse(400, 'invalid grant type')
  }
}

/** Both words are accepted: `Bearer`, and the older `OAuth`. */
const readToken = (simulation: Simulation, request: FastifyRequest, visit: Visit): Token | null => {
  const [, text = ''] = /^(?:Bearer|OAuth) (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const token = simulation.authorities.twitch.grants.findToken(text, 'access', visit.now)
  visit.client = token?.client_id ?? null
  visit.account = simulation.identities.twitch.find(({ id }) => id === token?.account_uuid)?.account.name ?? null
  return token
}

const secondsLeft = (token: Token, now: number): number =>
  token.expires_at === null ? 0 : Math.floor((token.expires_at - now) / 1000)

export const registerTwitchId = (app: FastifyInstance, simulation: Simulation): void => {
  const authority = simulation.authorities.twitch
  const serve = createServe(simulation, {
    provider: 'twitch',
    prefix: PREFIX,
    renderFailure: (status) => refuse(status, status === 500 ? '' : 'Too Many Requests'),
  })
  registerAuthorizePages(app, simulation, authority, serve)
  const get = (route: string, handle: (request: FastifyRequest, visit: Visit) => Answer) =>
    app.get(`${PREFIX}${route}`, serve(route, handle))
  /** Fields come as a form; Twitch also accepts them in the address, where they end up in logs. */
  const post = (route: string, handle: (form: Form, visit: Visit) => Answer) =>
    app.post(
      `${PREFIX}${route}`,
      serve(route, (request, visit) => {
        if (/[?&](?:client_secret|refresh_token|token|code)=/.test(request.url)) visit.complaints.push('secret in the address')
        const form = readForm(request)
        if (!form) return refuse(400, 'missing client id')
        const answer = handle(form, visit)
        visit.complaints.push(...judgeGrant(simulation, authority, form, answer))
        return answer
      }),
    )

  post('/oauth2/token', (form, visit) => answerToken(simulation, authority, form, visit))
  post('/oauth2/revoke', (form, { now }) => {
    const token = authority.grants.findEither(form['token'] ?? '', now)
    if (!token || token.client_id !== form['client_id']) return refuse(400, 'Invalid token')
    authority.grants.kill(token.token)
    return { status: 200, body: '' }
  })
  get('/oauth2/validate', (request, visit) => {
    const token = readToken(simulation, request, visit)
    if (!token) return answerJson(401, { status: 401, message: 'invalid access token' })
    const user = simulation.identities.twitch.find(({ id }) => id === token.account_uuid)
    const { client_id, scopes } = token
    return answerJson(200, {
      client_id,
      login: user?.login,
      scopes,
      user_id: user?.id,
      expires_in: secondsLeft(token, visit.now),
    })
  })
  get('/oauth2/userinfo', (request, visit) => {
    const token = readToken(simulation, request, visit)
    const user = simulation.identities.twitch.find(({ id }) => id === token?.account_uuid)
    if (!token || !user) return refuse(401, 'invalid access token')
    const exp = Math.floor((token.expires_at ?? visit.now) / 1000)
    const iat = Math.floor(token.issued_at / 1000)
    return answerJson(200, { aud: token.client_id, exp, iat, iss: 'https://id.twitch.tv/oauth2', sub: user.id })
  })
  app.all(
    `${PREFIX}/*`,
    serve('/*', () => refuse(404, '')),
  )
}
