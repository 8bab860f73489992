import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Answer, type Call, type Handlers, type KeptHandler, type PlainHandler } from '../call.ts'
import type { Context } from '../context.ts'
import { type FieldProblem, Refusal } from '../refusal.ts'
import { type Admission, admit } from './admission.ts'
import type { EventLookup } from './event-lookup.ts'
import { chooseEncoding, type KeptAnswers } from './kept-answers.ts'
import { describeRoute } from './openapi.ts'
import type { CallCounters } from './rate-limits.ts'
import { acceptSocket, type Upgrades } from './upgrade.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the call was admitted; handlers never run without it. */
    admission: Admission | null
  }
}

const json = 'application/json; charset=utf-8'
const defaultFresh_ms = 1000

export interface RouteParts {
  readonly ctx: Context
  readonly handlers: Handlers
  readonly events: EventLookup
  readonly kept: KeptAnswers
  readonly upgrades: Upgrades
  /** Compare every reply with its schema; costs a quarter of the speed, so tests and development only. */
  readonly check_replies: boolean
  readonly counters: CallCounters
}

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
    app.route({
      method: endpoint.method,
      url: toRoutePath(endpoint.path),
      schema: describeRoute(name, endpoint),
      ...(endpoint.largest_body_bytes !== undefined && { bodyLimit: endpoint.largest_body_bytes }),
      onRequest: receive(parts, endpoint),
      handler: endpoint.status === 101 ? acceptSocket(parts.upgrades, name) : answerCall(parts, name, endpoint),
    })
  }
}

/** Counts a call before anything is looked up, and again once it is known whose it is. */
function receive({ ctx, events, counters }: RouteParts, endpoint: Endpoint) {
  const [countAddress, countUser] = [counters.ofAddress(endpoint), counters.ofUser(endpoint)]
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await countAddress(request, reply)
    request.admission = await admit(ctx, events, endpoint, request)
    if (request.admission.viewer) await countUser(request, reply)
  }
}

/** Deeper than any body of this API; keeps a nest of brackets from exhausting the stack. */
const deepest = 60

/** What no schema needs to look at: a character that PostgreSQL cannot hold, or a nest without end. */
function findUnstorable(input: unknown, path: readonly string[] = []): FieldProblem | null {
  if (typeof input === 'string') {
    return input.includes('\0') ? { field: path.join('.'), problem: 'must not contain the character U+0000' } : null
  }
  if (typeof input !== 'object' || input === null) return null
  if (path.length > deepest) return { field: path.slice(0, 3).join('.'), problem: 'is nested too deeply' }
  for (const [key, value] of Object.entries(input)) {
    const found = findUnstorable(value, [...path, key])
    if (found) return found
  }
  return null
}

/** Parsed input, or a refusal that names the fields that did not pass. */
function parseInput(schema: z.ZodType, input: unknown, part: string | undefined): { value: unknown } | { error: Error } {
  const unstorable = findUnstorable(input)
  if (unstorable) return { error: new Refusal('invalid_request', undefined, [unstorable]) }
  const parsed = schema.safeParse(input)
  if (parsed.success) return { value: parsed.data }
  const problems = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.') || (part ?? 'body'),
    problem: issue.message,
  }))
  return { error: new Refusal('invalid_request', undefined, problems) }
}

/** A reply that its schema would change carries something that must not leave the house, or lacks something promised. */
function checkReply(name: string, endpoint: Endpoint, reply: unknown): void {
  if (!endpoint.reply) return
  const sent: unknown = JSON.parse(JSON.stringify(reply))
  const parsed = endpoint.reply.safeParse(sent)
  if (!parsed.success) throw new Error(`${name} answers against its contract: ${z.prettifyError(parsed.error)}`)
  if (!isDeepStrictEqual(parsed.data, sent)) throw new Error(`${name} answers with fields that its contract does not have`)
}

function answerCall(parts: RouteParts, name: string, endpoint: Endpoint) {
  // The table and the handlers have the same keys (Handlers is made from the table); the compiler cannot follow a loop over them.
  const handler = (parts.handlers as Record<string, PlainHandler<Endpoint> | KeptHandler<Endpoint>>)[name]
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
    }
    // Parsed by the endpoint's own schemas before the handler runs.
    const parsed = call as Call<Endpoint>
    if (typeof handler !== 'function') return sendKept(parts, name, endpoint, handler, parsed, request, reply)
    const { reply: value, headers } = await runHandler(parts, endpoint, () => handler(parsed))
    if (parts.check_replies) checkReply(name, endpoint, value)
    void reply.code(endpoint.status).headers({ 'cache-control': 'no-store', ...headers })
    // Bytes, because a bare string would be sent as text.
    return endpoint.reply ? reply.type(json).send(Buffer.from(JSON.stringify(value))) : reply.send()
  }
}

/** After a write, even one that failed half-way, nothing that was kept is trusted any more. */
async function runHandler(parts: RouteParts, endpoint: Endpoint, run: () => Promise<unknown>): Promise<Answer<unknown>> {
  try {
    return toAnswer(await run())
  } finally {
    if (endpoint.method !== 'GET') {
      parts.kept.expire()
      parts.events.expire()
    }
  }
}

const toAnswer = (given: unknown): Answer<unknown> => (given instanceof Answer ? given : new Answer(given, {}))

async function sendKept(
  parts: RouteParts,
  name: string,
  endpoint: Endpoint,
  handler: KeptHandler<Endpoint>,
  call: Call<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ctx, event, params, query } = call
  const audience = handler.audience ? await handler.audience(call) : 'everyone'
  const shared = { ctx, event, params, query, audience }
  const { version } = handler
  // The event by its number, so that `current` and the number share their bytes.
  const place = { ...(params as Record<string, unknown>), ...(event && { event_id: event.id, eventId: event.id }) }
  const key = JSON.stringify([name, place, query, audience])
  const fresh_ms = handler.fresh_ms ?? defaultFresh_ms
  // Most answers are at hand; whoever waits for a promise all the same pays for it with every call.
  const look = () =>
    parts.kept.read(key, {
      fresh_ms,
      ...(version && { version: () => version(shared) }),
      async load() {
        const { reply: value, headers, changes_at } = toAnswer(await handler.load(shared))
        if (parts.check_replies) checkReply(name, endpoint, value)
        return { text: JSON.stringify(value), headers, changes_at }
      },
    })
  const body = parts.kept.peek(key, fresh_ms) ?? (await look())
  void reply.headers(body.sent)
  if (matchesTag(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'], body.bytes)
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  const encoded = body.encode(encoding)
  return reply
    .code(endpoint.status)
    .type(json)
    .send(encoded instanceof Promise ? await encoded : encoded)
}

const matchesTag = (header: string | undefined, etag: string) =>
  header !== undefined && (header === etag || header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag))
