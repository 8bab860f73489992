import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, type Asking, type Audience, type Call, type CachedHandler, type Shared, toAnswer } from '../call.ts'
import type { Context } from '../context.ts'
import { createCache } from '../cache.ts'
import type { Reader } from '../db/replica.ts'
import type { Admission } from './admission.ts'
import { chooseEncoding, type CachedBody, encodeBody, type ResponseCache } from './cached-responses.ts'

export const json = 'application/json; charset=utf-8'
/** Types of files that are sent as they are. CSV is UTF-8, unless it says otherwise (RFC 7111, section 5.1). */
const texts: ReadonlySet<unknown> = new Set(['text/csv', 'text/plain'] satisfies Endpoint['answer_type'][])
const defaultFresh_ms = 1000

/** Sends the cached responses of one call. */
export interface CachedSender {
  /**
   * Sends a cached response for a known address, without waiting; for admitted calls only.
   * @returns false: nothing was sent, `send` has to
   */
  sendAtOnce(admission: Admission, request: FastifyRequest, reply: FastifyReply): boolean
  /** Loads again if nothing fresh is cached. */
  send(call: Call<Endpoint>, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** A parsed address; the same text always parses the same. */
interface ReadAddress {
  readonly params: unknown
  readonly query: unknown
  /** All parameters that change the answer, except the event. */
  readonly text: string
}

/** The pages use short addresses; this limits the memory for made-up ones. */
const longestAddress = 200

const isPromise = <T extends object>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise

export function createCachedSender(
  parts: { readonly ctx: Context; readonly cache: ResponseCache },
  name: string,
  endpoint: Endpoint,
  handler: CachedHandler<Endpoint>,
  checkReply: (reply: unknown) => void,
): CachedSender {
  const { ctx, cache } = parts
  const { knownVersion, fresh_ms = defaultFresh_ms } = handler
  const addresses = createCache<string, ReadAddress>('addresses')
  const isText = texts.has(endpoint.answer_type)

  function readAddress(url: string, { params, query }: Pick<Call<Endpoint>, 'params' | 'query'>): ReadAddress {
    const known = addresses.get(url)
    if (known) return known
    // The event is identified by its number, so that `current` and the number share their bytes.
    const others = { ...(params as object | undefined), event_id: undefined, eventId: undefined }
    const address = { params, query, text: JSON.stringify([name, others, query]) }
    if (url.length <= longestAddress) addresses.set(url, address)
    return address
  }

  const audienceOf = (asking: Asking<Endpoint>) => handler.audience?.(asking) ?? 'everyone'
  /** Audiences that need a query: looked up once a call. */
  const asked = new WeakMap<FastifyRequest, Promise<Audience>>()

  /** By reply: audiences with the same view share one. A reply may also be null. */
  const bodies = new WeakMap<object, CachedBody>()
  function bodyOf({ reply, headers }: Answer<unknown>): CachedBody {
    const shared = reply as object | null
    const known = shared && !isText && bodies.get(shared)
    if (known) return known
    checkReply(reply)
    const made = encodeBody(isText ? (reply as string) : JSON.stringify(reply), headers)
    if (shared && !isText) bodies.set(shared, made)
    return made
  }

  const keyOf = (event: Admission['event'], audience: Audience, address: ReadAddress) =>
    `${event?.id ?? ''} ${audience} ${address.text}`

  /** Only headers for a client that has the body already. A promise while the encoding is being made. */
  function sendBody(body: CachedBody, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    void reply.headers(body.sent)
    if (isHeld(request, body)) return reply.code(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'], body.bytes)
    const encoded = body.encode(encoding)
    const send = (bytes: Buffer) => {
      if (encoding !== 'identity') void reply.header('content-encoding', encoding)
      return reply
        .code(endpoint.status)
        .type(isText ? (endpoint.answer_type ?? json) : json)
        .send(bytes)
    }
    return isPromise(encoded) ? encoded.then(send) : send(encoded)
  }

  return {
    sendAtOnce({ event, viewer, membership }, request, reply) {
      const address = addresses.get(request.url)
      if (!address) return false
      const { params, query } = address
      const audience = audienceOf({ ctx, event, viewer, params, query, membership } as Asking<Endpoint>)
      if (audience instanceof Promise) {
        // `send` waits for it, and refuses if it fails; the call may also end before that.
        audience.catch(() => {})
        asked.set(request, audience)
        return false
      }
      const known_version = knownVersion?.({ ctx, event } as Shared<Endpoint>)
      const body = cache.peek(keyOf(event, audience, address), { fresh_ms, known_version })
      if (!body) return false
      const sending = sendBody(body, request, reply)
      if (isPromise(sending)) sending.catch((error: Error) => reply.send(error))
      return true
    },

    async send(call, request, reply) {
      const { event, params, query } = call
      const audience = await (asked.get(request) ?? audienceOf(call))
      const shared = { ctx, event, params, query, audience }
      const { version, load } = chooseLoads(handler, shared)
      const body = await cache.read(keyOf(event, audience, readAddress(request.url, call)), {
        fresh_ms,
        known_version: knownVersion?.(shared),
        ...(version && { version }),
        async load() {
          const answer = toAnswer(await load())
          return { body: bodyOf(answer), changes_at: answer.changes_at }
        },
      })
      return sendBody(body, request, reply)
    },
  }
}

/**
 * The database of a call: the replica, if the call allows it, there is one, and it has caught up. Chosen when the cache has to
 * look, so cached answers need none.
 */
function chooseLoads(handler: CachedHandler<Endpoint>, shared: Shared<Endpoint>) {
  if ('load' in handler) {
    const { version } = handler
    return { version: version && (() => version(shared)), load: async () => handler.load(shared) }
  }
  const { readVersion, read } = handler
  const { ctx } = shared
  let chosen: Reader | undefined
  const from: Reader = (use) => {
    chosen ??= ctx.replica ? ctx.replica.beginReading(ctx.db) : (readFrom) => readFrom(ctx.db)
    return chosen(use)
  }
  return {
    version: readVersion && (() => from((db) => readVersion({ ...shared, db }))),
    load: () => from(async (db) => read({ ...shared, db })),
  }
}

/** Whether the client has this body, by its tag. */
function isHeld({ headers }: FastifyRequest, { etag }: CachedBody): boolean {
  const named = headers['if-none-match']
  if (named === undefined || named === etag) return named === etag
  return named.trim() === '*' || named.split(',').some((tag) => tag.trim() === etag)
}
