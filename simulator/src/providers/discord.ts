/** Discord: authorize, token, revoke and the profile for logins, webhooks of channels, and the calls of a bot. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, answerJson, answerOAuthError } from '../edge/answer.ts'
import { readForm } from '../edge/forms.ts'
import { createServe, type Visit } from '../edge/serve.ts'
import type { OAuthClient } from '../options.ts'
import type { Simulation } from '../simulation.ts'
import type { DiscordUser } from '../world/identities.ts'
import type { Authority } from './oauth/authority.ts'
import { registerBot } from './discord-bot.ts'
import { registerConversations } from './discord-conversations.ts'
import { registerWebhooks } from './discord-webhooks.ts'
import { registerAuthorizePages } from './oauth/pages.ts'
import { exchangeCode, findClientByFields, type Form, isFlaw, type Issued, judgeGrant, renewTokens } from './oauth/token.ts'

const PREFIX = '/discord'
/** Requests of one token to one route; Discord states the limits of a route only in its answers. */
const ROUTE_LIMIT = { requests: 5, period_ms: 5_000 }

/** Discord's own format of an error; `code` 0 is the general one. */
const refuse = (status: number, code: number, message: string, headers: Record<string, string> = {}): Answer =>
  answerJson(status, { message, code }, headers)

const refuseTooMany = (wait_ms: number, headers: Record<string, string> = {}): Answer =>
  answerJson(
    429,
    { message: 'You are being rate limited.', retry_after: wait_ms / 1000, global: false },
    { ...headers, 'retry-after': String(Math.ceil(wait_ms / 1000)), 'x-ratelimit-scope': 'user' },
  )

const renderTokens = ({ access, refresh }: Issued, now: number): Answer =>
  answerJson(200, {
    token_type: 'Bearer',
    access_token: access.token,
    expires_in: access.expires_at === null ? null : Math.floor((access.expires_at - now) / 1000),
    refresh_token: refresh?.token,
    scope: access.scopes.join(' '),
  })

const renderUser = ({ id, username, avatar, discriminator, global_name, account }: DiscordUser) => ({
  id,
  username,
  avatar,
  discriminator,
  public_flags: 0,
  flags: 0,
  banner: null,
  accent_color: null,
  global_name,
  avatar_decoration_data: null,
  collectibles: null,
  banner_color: null,
  clan: null,
  primary_guild: null,
  mfa_enabled: true,
  locale: account.locale.replace('_', '-'),
  premium_type: 0,
})

/** Credentials come as Basic or as fields, never as both. */
const readCredentials = (request: FastifyRequest, form: Form): Form => {
  const [, encoded] = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (encoded === undefined) return form
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { client_id: decodeURIComponent(id), client_secret: decodeURIComponent(secret.join(':')) }
}

export const registerDiscord = (app: FastifyInstance, simulation: Simulation): void => {
  const authority = simulation.authorities.discord
  const { grants } = authority
  const serve = createServe(simulation, {
    provider: 'discord',
    prefix: PREFIX,
    renderFailure: (status) => (status === 500 ? refuse(500, 0, '500: Internal Server Error') : refuseTooMany(1_300)),
  })
  registerAuthorizePages(app, simulation, authority, serve)

  /** For the token endpoint and the revoke endpoint: a form, from an authenticated client. */
  const asClient =
    (handle: (client: OAuthClient, form: Form, now: number) => Answer) =>
    (request: FastifyRequest, visit: Visit): Answer => {
      checkManners(request, visit)
      const form = readForm(request)
      if (!form) return answerOAuthError(400, 'invalid_request', 'The body must be application/x-www-form-urlencoded')
      const client = findClientByFields(authority.clients, readCredentials(request, form))
      if (typeof client === 'string') {
        visit.complaints.push('wrong client credentials')
        return answerJson(401, { error: 'invalid_client' })
      }
      visit.client = client.id
      const answer = handle(client, form, visit.now)
      visit.complaints.push(...judgeGrant(simulation, authority, form, answer))
      return answer
    }

  app.post(
    `${PREFIX}/api/oauth2/token`,
    serve(
      '/api/oauth2/token',
      asClient((client, form, now) => answerToken(simulation, authority, client, form, now)),
    ),
  )
  app.post(
    `${PREFIX}/api/oauth2/token/revoke`,
    serve(
      '/api/oauth2/token/revoke',
      asClient((client, form, now) => {
        const token = grants.findEither(form['token'] ?? '', now)
        // either token ends the whole authorisation, and an unknown one reveals nothing
        if (token && token.client_id === client.id) grants.withdraw(client.id, token.account_uuid ?? '')
        return answerJson(200, {})
      }),
    ),
  )
  for (const version of ['v10', 'v9', '']) {
    const route = ['/api', version, 'users/@me'].filter((part) => part !== '').join('/')
    app.get(
      `${PREFIX}${route}`,
      serve(route, (request, visit) => answerMe(simulation, request, visit)),
    )
  }
  registerWebhooks(app, simulation, PREFIX, serve)
  registerBot(app, simulation, PREFIX, serve)
  registerConversations(app, simulation, PREFIX, serve)
  app.all(
    `${PREFIX}/*`,
    serve('/*', () => refuse(404, 0, '404: Not Found')),
  )
}

const checkManners = (request: FastifyRequest, visit: Visit): void => {
  if (!request.headers['user-agent'] || request.headers['user-agent'] === 'node') visit.complaints.push('no user agent')
  if (/[?&](?:client_secret|access_token|code)=/.test(request.url)) visit.complaints.push('secret in the address')
}

const answerToken = (simulation: Simulation, authority: Authority, client: OAuthClient, form: Form, now: number): Answer => {
  const grant = form['grant_type']
  if (grant !== 'authorization_code' && grant !== 'refresh_token')
    return answerJson(400, { error: 'unsupported_grant_type', error_description: 'Unsupported grant type' })
  const outcome = (grant === 'refresh_token' ? renewTokens : exchangeCode)(simulation, authority, client, form, now)
  return isFlaw(outcome) ? answerOAuthError(400, outcome.error, outcome.description) : renderTokens(outcome, now)
}

const answerMe = (simulation: Simulation, request: FastifyRequest, visit: Visit): Answer => {
  checkManners(request, visit)
  const { authorities, identities, buckets, switches } = simulation
  const [, text = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const token = authorities.discord.grants.findToken(text, 'access', visit.now)
  const user = identities.discord.find(({ id }) => id === token?.account_uuid)
  if (!token || !user) return refuse(401, 0, '401: Unauthorized')
  visit.account = user.account.name
  visit.client = token.client_id
  if (!token.scopes.includes('identify')) return refuse(403, 50001, 'Missing Access')
  const { allowed, limit, remaining, reset_at } = buckets.hit(
    `discord/me/${token.account_uuid}`,
    ROUTE_LIMIT.requests,
    ROUTE_LIMIT.period_ms,
    simulation.limitsNow(),
  )
  const wait_ms = reset_at - simulation.limitsNow()
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': (reset_at / 1000).toFixed(3),
    'x-ratelimit-reset-after': (wait_ms / 1000).toFixed(3),
    'x-ratelimit-bucket': 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  }
  if (switches.limits_enabled && !allowed) {
    visit.complaints.push('rate limit exceeded')
    return refuseTooMany(wait_ms, headers)
  }
  return answerJson(200, renderUser(user), switches.limits_enabled ? headers : {})
}
