import { type Endpoint, isFeed } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { cleanJson, isStorable } from '@muster/contract/storable'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Answer, type Bytes, type Call, type Handlers, type CachedHandler, type PlainHandler, toAnswer } from '../call.ts'
import type { Context } from '../context.ts'
import { insertProblem } from '../ingestion/problems.ts'
import { Refusal, refuseField } from '../refusal.ts'
import { type Admission, admit, admitVisitor, hasKey } from './admission.ts'
import { checkReply } from './check-reply.ts'
import type { EventLookup } from './event-lookup.ts'
import type { ResponseCache } from './cached-responses.ts'
import { describeRoute } from './openapi.ts'
import type { CallCounters } from './rate-limits.ts'
import { closedHeaders } from './security.ts'
import { createCachedSender, json, type CachedSender } from './send-cached.ts'
import { acceptSocket, acceptStream, type Upgrades } from './upgrade.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the call was admitted; handlers never run without it. */
    admission: Admission | null
  }
  interface FastifyContextConfig {
    /** A call of the endpoint table, which is counted by its kind. */
    readonly is_call?: true
    /** A call that stays open. */
    readonly is_feed?: true
  }
}

export interface RouteParts {
  readonly ctx: Context
  readonly handlers: Handlers
  readonly events: EventLookup
  readonly cache: ResponseCache
  readonly upgrades: Upgrades
  /** Compares every reply with its schema; costs a quarter of the speed, so tests and development only. */
  readonly check_replies: boolean
  readonly counters: CallCounters
}

const usualBody_bytes = 1024 * 1024
/** A visitor may only log in, with two or three short texts. */
const publicBody_bytes = 32 * 1024

const largestBodyOf = ({ access, largest_body_bytes }: Endpoint): number =>
  largest_body_bytes ?? (access === 'public' ? publicBody_bytes : usualBody_bytes)

/** `/events/{event_id}` as Fastify writes it. */
const toRoutePath = (path: string) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`

export function registerRoutes(app: FastifyInstance, parts: RouteParts): void {
  app.decorateRequest('admission', null)
  app.setValidatorCompiler(
    ({ schema, httpPart }) =>
      (input: unknown) =>
        parseInput(schema as unknown as z.ZodType, input, httpPart),
  )
  app.setSerializerCompiler(() => JSON.stringify)
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const cached = cachedSenderOf(parts, name, endpoint)
    app.route({
      method: endpoint.method,
      url: toRoutePath(endpoint.path),
      schema: describeRoute(name, endpoint),
      config: { is_call: true, ...(isFeed(endpoint) && { is_feed: true }) },
      bodyLimit: largestBodyOf(endpoint),
      onRequest: receive(parts, endpoint, cached),
      ...(endpoint.body_is_from_game && { preValidation: cleanBody(parts, name) }),
      handler: handle(parts, name, endpoint, cached),
    })
  }
}

/**
 * Counts a call before any lookup, and again once its user is known; decides whether it may be made; and answers it here if the
 * answer is cached. Not an async function: most calls are repeated calls of visitors, and waiting for promises would be a fifth
 * of their cost.
 */
function receive({ ctx, events, counters }: RouteParts, endpoint: Endpoint, cached: CachedSender | null) {
  const [countAddress, countUser] = [counters.countAddress(endpoint), counters.countUser(endpoint)]
  const together = counters.countTogether(endpoint)
  /** Receives one of the few calls that are counted in the database, and so have to wait for it. */
  async function receiveCounted(
    { address, user }: NonNullable<typeof together>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Admission> {
    await address?.(request, reply)
    const admission = await admit(ctx, events, endpoint, request)
    if (admission.viewer) await user(admission.viewer.user_id, reply)
    return admission
  }
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    function goOn(admission: Admission): void {
      request.admission = admission
      let isAnswered = reply.sent
      try {
        if (admission.key) counters.countKey(admission.key.id, reply)
        else if (admission.viewer) countUser(admission.viewer.user_id, reply)
        isAnswered ||= cached?.sendAtOnce(admission, request, reply) ?? false
      } catch (error) {
        return done(error as Error)
      }
      if (!isAnswered) done()
    }
    if (endpoint.keys && hasKey(request)) {
      counters.countKeyed(request, reply)
      return void admit(ctx, events, endpoint, request).then(goOn, (error: Error) => {
        // Wrong keys count like calls without one.
        try {
          if (error instanceof Refusal && error.code === 'key_refused') countAddress(request, reply)
          done(error)
        } catch (refusal) {
          done(refusal as Error)
        }
      })
    }
    countAddress(request, reply)
    if (together) return void receiveCounted(together, request, reply).then(goOn, done)
    const visitor = admitVisitor(events, endpoint, request)
    if (visitor) goOn(visitor)
    else admit(ctx, events, endpoint, request).then(goOn, done)
  }
}

/**
 * These bodies are answers of the game that people upload and cannot change, so they are cleaned like every answer of the game.
 */
const cleanBody =
  ({ ctx }: RouteParts, name: string) =>
  async ({ admission, body }: FastifyRequest): Promise<void> => {
    const { fields } = cleanJson(body)
    const event = admission?.event
    if (fields.length === 0 || !event) return
    const problem = `An upload held characters that cannot be stored and were replaced: ${fields.join(', ')}`
    await insertProblem(ctx.db, {
      event_id: event.id,
      job_type: name,
      timestamp: new Date(ctx.clock.now()),
      problem,
      excerpt: '',
    })
  }

interface Unstorable {
  /** From the value inwards; built only after a finding, because a body may have half a million values. */
  readonly path: string[]
  readonly problem: string
}

const badText = 'must not contain U+0000 or an unpaired surrogate'

/** Finds a text that PostgreSQL cannot store. Bodies are not deep (`json-shape.ts`), so recursion is safe. */
function findUnstorable(input: unknown): Unstorable | null {
  if (typeof input === 'string') return isStorable(input) ? null : { path: [], problem: badText }
  if (typeof input !== 'object' || input === null) return null
  return Array.isArray(input) ? findInList(input) : findInObject(input)
}

function findInList(list: readonly unknown[]): Unstorable | null {
  for (let place = 0; place < list.length; place++) {
    const found = findUnstorable(list[place])
    if (found) return { ...found, path: [String(place), ...found.path] }
  }
  return null
}

function findInObject(object: object): Unstorable | null {
  for (const key of Object.keys(object)) {
    if (!isStorable(key)) return { path: [], problem: badText }
    const found = findUnstorable((object as Record<string, unknown>)[key])
    if (found) return { ...found, path: [key, ...found.path] }
  }
  return null
}

/** Upper bound for one refusal: a large body may have thousands of invalid values. */
const maxProblems = 100

/** Parsed input, or a refusal that names the invalid fields. */
function parseInput(schema: z.ZodType, input: unknown, part: string | undefined): { value: unknown } | { error: Error } {
  const unstorable = findUnstorable(input)
  if (unstorable) {
    const { path, problem } = unstorable
    return { error: refuseField(path.join('.'), problem) }
  }
  const parsed = schema.safeParse(input)
  if (parsed.success) return { value: parsed.data }
  const problems = parsed.error.issues.slice(0, maxProblems).map((issue) => ({
    field: issue.path.join('.') || (part ?? 'body'),
    problem: issue.message,
  }))
  return { error: new Refusal('invalid_request', undefined, problems) }
}

/**
 * The table and the handlers have the same keys (Handlers is derived from the table); the compiler cannot follow a loop over
 * them.
 */
const handlerOf = (handlers: Handlers, name: string) =>
  (handlers as Record<string, PlainHandler<Endpoint> | CachedHandler<Endpoint>>)[name]

function cachedSenderOf(parts: RouteParts, name: string, endpoint: Endpoint): CachedSender | null {
  const handler = handlerOf(parts.handlers, name)
  if (!handler || typeof handler === 'function') return null
  return createCachedSender(parts, name, endpoint, handler, (reply) => {
    if (parts.check_replies) checkReply(name, endpoint, reply)
  })
}

function handle(parts: RouteParts, name: string, endpoint: Endpoint, cached: CachedSender | null) {
  if (endpoint.status === 101) return acceptSocket(parts.upgrades, name)
  return isFeed(endpoint) ? acceptStream(parts.ctx, parts.upgrades, name) : answerCall(parts, name, endpoint, cached)
}

/** Aborts when the client disconnects before the answer is sent. */
function watchCaller(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function answerCall(parts: RouteParts, name: string, endpoint: Endpoint, cached: CachedSender | null) {
  const handler = handlerOf(parts.handlers, name)
  if (!handler) throw new Error(`${name} has no handler`)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { admission } = request
    if (!admission) throw new Error(`${name} was not admitted`)
    const call = {
      ...admission,
      ctx: parts.ctx,
      params: request.params,
      query: request.query,
      body: request.body,
      headers: request.headers,
      signal: () => watchCaller(reply),
    }
    // Parsed by the endpoint's own schemas before the handler runs.
    const parsed = call as Call<Endpoint>
    if (cached) return cached.send(parsed, request, reply)
    if (endpoint.answer_type !== undefined) {
      const { bytes, headers } = await (handler as unknown as (call: Call<Endpoint>) => Promise<Bytes>)(parsed)
      // A picture opened on its own is a page to the browser, which must do nothing.
      const sent = { ...closedHeaders, ...headers }
      const type = endpoint.answer_type === 'application/json' ? json : endpoint.answer_type
      return reply.code(endpoint.status).headers(sent).type(type).send(bytes)
    }
    const { reply: value, headers } = await runHandler(parts, endpoint, () => (handler as PlainHandler<Endpoint>)(parsed))
    if (parts.check_replies) checkReply(name, endpoint, value)
    void reply.code(endpoint.status).headers({ 'cache-control': 'no-store', ...headers })
    // Bytes, because a bare string would be sent as text.
    return endpoint.reply ? reply.type(json).send(Buffer.from(JSON.stringify(value))) : reply.send()
  }
}

/** After a write, even a failed one, no cached answer is trusted. */
async function runHandler(parts: RouteParts, endpoint: Endpoint, run: () => Promise<unknown>): Promise<Answer<unknown>> {
  try {
    return toAnswer(await run())
  } finally {
    if (endpoint.method !== 'GET') {
      parts.cache.expire()
      parts.events.expire()
    }
  }
}
