import type { z } from 'zod'
import type { GameAnswer, GameFailure } from './gateway.ts'
import type { Limiter, Subjects } from './limits.ts'

/** A page of the public stream is some megabytes; anything far larger is not an answer of this provider. */
const largestBody_bytes = 64 * 1024 * 1024
/** Real time: how long a provider may keep us waiting for a whole answer. */
const timeout_ms = 30_000
/** Event time: pause of all traffic after the provider's edge refused our address. */
const blockedPause_ms = 5 * 60_000

export interface GameRequest<S extends z.ZodType> {
  /** Groups addresses that share limits. */
  readonly endpoint: string
  readonly url: string
  readonly subjects: Subjects
  readonly schema: S
  readonly token?: string
  readonly form?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

const fail = (
  reason: GameFailure['reason'],
  detail: string,
  more: Partial<GameFailure> = {},
): { ok: false; failure: GameFailure } => ({
  ok: false,
  failure: { reason, detail, ...more },
})

/** Reads a body up to the limit; null when it is larger. */
async function readBody(response: Response): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > largestBody_bytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const isHtml = (response: Response, body: string) =>
  /html/i.test(response.headers.get('content-type') ?? '') || body.trimStart().startsWith('<')

function classify(response: Response, body: string): GameFailure {
  const detail = `status ${response.status}`
  const excerpt = body.slice(0, 300)
  const { status } = response
  // A page instead of JSON for 403 and 429 comes from the network's edge and concerns our address, not a token.
  if ((status === 403 || status === 429) && isHtml(response, body))
    return { reason: 'blocked', detail: `${detail}, a page of the network's edge` }
  if (status === 429) {
    const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
    return { reason: 'limited', detail, ...(Number.isNaN(seconds) ? {} : { retry_after_ms: seconds * 1000 }) }
  }
  if (status === 401) return { reason: 'unauthorized', detail }
  if (status === 403) return { reason: 'forbidden', detail, excerpt }
  if (status === 404) return { reason: 'missing', detail }
  if (status === 400) return { reason: /invalid_grant/.test(body) ? 'unauthorized' : 'malformed', detail, excerpt }
  return { reason: 'unavailable', detail, excerpt }
}

/** Sends requests with our User-Agent, inside the limits, and lets nothing in that the schema does not know. */
export function createRequester(limiter: Limiter, userAgent: string) {
  return async function request<S extends z.ZodType>(wanted: GameRequest<S>): Promise<GameAnswer<S['_zod']['output']>> {
    const ticket = await limiter.acquire(wanted.endpoint, wanted.subjects, wanted.signal)
    if (!ticket) return fail('unavailable', 'stopped before it was sent')
    let response: Response | null = null
    let settled = false
    const settle = (answer: Response | null) => {
      if (!settled) ticket.settle(answer)
      settled = true
    }
    try {
      const deadline = AbortSignal.timeout(timeout_ms)
      response = await fetch(wanted.url, {
        method: wanted.form ? 'POST' : 'GET',
        headers: {
          'user-agent': userAgent,
          accept: 'application/json',
          ...(wanted.token ? { authorization: `Bearer ${wanted.token}` } : {}),
        },
        ...(wanted.form ? { body: new URLSearchParams(wanted.form) } : {}),
        redirect: 'error',
        signal: wanted.signal ? AbortSignal.any([deadline, wanted.signal]) : deadline,
      })
      settle(response)
      const body = await readBody(response)
      if (body === null) return fail('malformed', `more than ${largestBody_bytes} bytes`)
      if (!response.ok) {
        const failure = classify(response, body)
        if (failure.reason === 'blocked') limiter.pauseAll(blockedPause_ms)
        return { ok: false, failure }
      }
      return parseAnswer(wanted.schema, body)
    } catch (error) {
      // Network faults, cut bodies and timeouts all surface here; the message of fetch names no header and no token.
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
      return fail('unavailable', `${error instanceof Error ? error.message : 'no answer'}${cause}`)
    } finally {
      settle(null)
    }
  }
}

function parseAnswer<S extends z.ZodType>(schema: S, body: string): GameAnswer<S['_zod']['output']> {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return fail('malformed', 'not JSON', { excerpt: body.slice(0, 300) })
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return { ok: true, value: parsed.data }
  const first = parsed.error.issues[0]
  return fail('malformed', `${first?.path.join('.') ?? ''}: ${first?.message ?? 'not understood'}`, {
    excerpt: body.slice(0, 300),
  })
}
