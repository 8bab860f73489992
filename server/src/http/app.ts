import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { withoutEnd } from '@muster/contract/without-end'
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Context } from '../context.ts'
import type { FeedHub } from '../feeds.ts'
import { handlers } from '../features/handlers.ts'
import { Refusal, refuseField } from '../refusal.ts'
import { type AnsweredCall, answeredCalls, type Call, calls } from '../telemetry/points.ts'
import { answerBrokenRequest } from './broken-requests.ts'
import { registerCors } from './cors.ts'
import { registerDiscordInteractions } from './discord-interactions.ts'
import { registerDocs } from './docs.ts'
import { createEventLookup } from './event-lookup.ts'
import { createResponseCache } from './cached-responses.ts'
import { findWrongShape } from './json-shape.ts'
import { registerLeaving } from './leaving.ts'
import { registerOpenApi } from './openapi.ts'
import { registerPages, sendPage, sendUnreadable } from './pages.ts'
import { type CallCounters, createRateLimits, defaultRateLimits, type RateLimits, window_ms } from './rate-limits.ts'
import { removeVersion } from './read-api.ts'
import { answerError, sendRefusal } from './refusals.ts'
import { registerRoutes } from './routes.ts'
import { createSharedCounter } from './shared-limits.ts'
import { closedHeaders, registerSecurityHeaders } from './security.ts'
import { registerUpgrades } from './upgrade.ts'

/** Node refuses longer headers itself. */
const longestAddress_bytes = 16_384
/** Timeout for the arrival of a whole request, against slow senders. */
const request_ms = 30_000
/** Timeout for an answer; queries end a little earlier (`statement_ms` in main.ts). */
const answer_ms = 35_000

export interface AppOptions {
  /** Serves the score feeds; without one their addresses answer 503. */
  hub?: FeedHub
  /** Folder of the built pages. */
  web_root?: string
  /** Compare every reply with the contract; for tests and development. */
  check_replies?: boolean
  /** Factor on the cache time of shared answers; 0 in tests that write past the API. */
  freshness?: number
  rate_limits?: Partial<RateLimits>
  /** Aborted when this process was asked to stop; it keeps serving until its proxy has noticed. */
  leaving?: AbortSignal
  /** Timeout of a call, after which it is answered 503. */
  answer_ms?: number
  /** Adds routes for benches. */
  more?: (app: FastifyInstance) => void
}

/** The whole HTTP side: API, feeds, documentation, pages. Not listening yet; `close` ends it. */
export async function createApp(ctx: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const { freshness = 1, web_root = fileURLToPath(new URL('../../../web/dist', import.meta.url)) } = options
  const counters = createRateLimits({ ...defaultRateLimits, ...options.rate_limits }, createSharedCounter(ctx, window_ms))
  const app: FastifyInstance = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: request_ms,
    // Calls that arrive during closing are answered as usual.
    return503OnClosing: false,
    handlerTimeout: options.answer_ms ?? answer_ms,
    // Only these proxies may name the client behind them.
    trustProxy: ctx.config.trusted_proxies,
    genReqId: () => randomUUID(),
    rewriteUrl: removeVersion,
    // As long as the longest address that Node accepts: schemas check the parts of a path; the router would answer with a page.
    routerOptions: { maxParamLength: longestAddress_bytes },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => answerUnreadable(error, request, reply, counters),
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  const traced = new WeakMap<FastifyRequest, Call>()
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    if (!calls.hasSubscribers) return done()
    const call: Call = { method: request.method }
    traced.set(request, call)
    // Traces of a call include everything done for it.
    calls.start.runStores(call, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      { method: request.method, url: request.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    const { method, routeOptions } = request
    const { statusCode: status, elapsedTime: ms } = reply
    const call = traced.get(request)
    if (call) calls.asyncEnd.publish(Object.assign(call, { route: routeOptions.url, status }))
    // The duration of a feed is not the time of an answer.
    if (!answeredCalls.hasSubscribers || (routeOptions.config.is_feed && reply.sent && status === 200)) return
    answeredCalls.publish({ method, route: routeOptions.url, status, ms } satisfies AnsweredCall)
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.is_call) counters.countPage(request, reply)
    done()
  })
  // Before the route takes effect: `/teams/` would be taken for a team without a number.
  app.addHook('onRequest', async (request, reply) => {
    const target = findWithoutSlash(request.method, request.url)
    if (target !== null) return reply.redirect(target, request.method === 'GET' ? 301 : 307)
  })
  parseBodies(app)
  await registerSecurityHeaders(app, ctx.config)
  registerCors(app, ctx.config)
  await registerOpenApi(app)
  registerRoutes(app, {
    ctx,
    handlers,
    events: createEventLookup(ctx, freshness),
    cache: createResponseCache({ eventNow: () => ctx.clock.now(), freshness }),
    upgrades: registerUpgrades(app, options.hub ?? null),
    check_replies: options.check_replies ?? false,
    counters,
  })
  registerLeaving(app, options.leaving)
  registerDocs(app, ctx.config)
  await registerDiscordInteractions(app, ctx)
  options.more?.(app)
  await registerPages(app, web_root, ctx)
  app.setNotFoundHandler(answerUnknown)
  await app.ready()
  return app
}

/** Bodies are JSON under any content type; clients of this API do not always send one. */
function parseBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    const problem = findWrongShape(body as string)
    if (problem !== null) return done(refuseField('body', problem), undefined)
    void parse(request, body as string, (error, value) => {
      if (!error) return done(null, value)
      const label = request.headers['content-type'] ?? 'application/json'
      const isJson = /[/+]json\b/i.test(label)
      return done(
        isJson ? new Refusal('invalid_request', 'The request body is not valid JSON') : new Refusal('unsupported_media_type'),
        undefined,
      )
    })
  })
}

const knownPaths = Object.values<Endpoint>(endpoints).map((endpoint) => ({
  method: endpoint.method,
  pattern: new RegExp(`^/api${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The intended address of a path with an extra slash; null if that is unknown, too. */
function findWithoutSlash(method: string, url: string): string | null {
  const [path = '', query] = url.split('?', 2)
  const shorter = withoutEnd(path, '/')
  if (shorter === path || !knownPaths.some((known) => known.method === method && known.pattern.test(shorter))) return null
  return query === undefined ? shorter : `${shorter}?${query}`
}

/** Answers an address that cannot be decoded. No hook has run. */
function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply, counters: CallCounters): void {
  try {
    counters.countPage(request, reply)
  } catch (refusal) {
    return void answerError(refusal as Refusal, request, reply.headers(closedHeaders))
  }
  void (sendUnreadable(request, reply) ?? answerError(error, request, reply.headers(closedHeaders)))
}

async function answerUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return sendPage(request, reply) ?? sendRefusal(reply, new Refusal('route_not_found'))
}
