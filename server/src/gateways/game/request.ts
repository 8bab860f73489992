import type { z } from 'zod'
import { ask, askFor, askIfChanged, type AnswerFingerprint, isHtml, type Question } from '../ask.ts'
import { type Heading, isGood } from '../exchange.ts'
import { fail, type OnCleaned, type OutsideAnswer, type OutsideFailure, type IfChanged } from '../outside.ts'
import { readRetryAfter } from '../retry-after.ts'
import { type WorkTags, timeWork } from '../../telemetry/points.ts'
import type { Availability, Passage } from './availability.ts'
import type { Gate, Limiter } from './limits.ts'
import type { Subjects } from './policy.ts'
import type { TokenBook } from './token-book.ts'

/** Event time: pause of all traffic after the provider's edge refused this server's address. */
const blockedPause_ms = 5 * 60_000

export interface GameRequest<S extends z.ZodType> {
  /** Groups addresses that share rate limits. */
  readonly endpoint: string
  readonly url: string
  readonly subjects: Subjects
  readonly schema: S
  readonly token?: string
  /** The request names a league, which the game may not know. */
  readonly names_league?: boolean
  readonly form?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Called with true when the request starts to wait for a rate limit, and with false when it continues. */
  readonly onLine?: ((isWaiting: boolean) => void) | undefined
  /** Called with the head of a successful answer while its body is still loading. */
  readonly onHead?: ((headers: Heading['headers']) => void) | undefined
}

function classify(heading: Heading, body: string, isForm: boolean): OutsideFailure {
  const detail = `status ${heading.status}`
  const excerpt = body.slice(0, 300)
  const { status } = heading
  const had_no_effect = status < 500
  // For 403 and 429, an HTML page instead of JSON comes from the network's edge and concerns this server's address, not a token.
  if ((status === 403 || status === 429) && isHtml(heading, body))
    return { reason: 'blocked', detail: `${detail}, an HTML page from the provider's network edge`, had_no_effect }
  if (status === 429) {
    const seconds = readRetryAfter(heading.headers)
    return { reason: 'limited', detail, had_no_effect, ...(seconds !== null && { retry_after_ms: seconds * 1000 }) }
  }
  if (isForm && status < 500) {
    if (/invalid_grant/.test(body)) return { reason: 'unauthorized', detail, had_no_effect }
    // The provider refused Muster's client id, secret or form. No player can fix that, and it does not mean that consent was
    // withdrawn.
    return {
      reason: 'unavailable',
      detail: `${detail}, the provider does not accept Muster's client id or secret`,
      had_no_effect,
    }
  }
  // The API always answers in JSON, so an HTML page proves nothing about a token or a character.
  if (status < 500 && isHtml(heading, body))
    return { reason: 'malformed', detail: `${detail}, an HTML page instead of data`, excerpt, had_no_effect }
  if (status === 401) return { reason: 'unauthorized', detail }
  if (status === 403) return { reason: 'forbidden', detail, excerpt }
  if (status === 404) return { reason: 'missing', detail }
  if (status === 400 || status === 422) return { reason: 'refused', detail, excerpt }
  return { reason: 'unavailable', detail, excerpt }
}

type Output<S extends z.ZodType> = S['_zod']['output']

/** Sends a request, and passes on the rate limits in the head of the answer as soon as it arrives. */
type Send<S extends z.ZodType, T> = (question: Question<S>, onHead: (answer: Heading) => void) => Promise<OutsideAnswer<T>>

/** Dependencies shared by all requests. */
interface Sending {
  readonly limiter: Limiter
  readonly tokens: TokenBook
  readonly availability: Availability
  readonly userAgent: string
  /** Real time allowed for a complete answer. */
  readonly timeout_ms: number
  readonly onCleaned?: OnCleaned | undefined
}

/** A request has to pass both gates: its token may be dead, and the game may have an outage. */
function joinGates(token: Gate | undefined, passage: Passage): Gate {
  return {
    look() {
      const said = token?.look() ?? 'go'
      const away = passage.look()
      if (said === 'drop' || away === 'drop') return 'drop'
      return said === 'wait' ? said : away
    },
    pass() {
      token?.pass()
      passage.pass()
    },
    isUnproven: () => token?.isUnproven() ?? false,
  }
}

/** Sends requests with Muster's User-Agent, within the rate limits, and accepts only data that fits the schema. */
export function createRequester({ limiter, tokens, availability, userAgent, timeout_ms, onCleaned }: Sending) {
  async function pass<S extends z.ZodType, T>(wanted: GameRequest<S>, send: Send<S, T>): Promise<OutsideAnswer<T>> {
    const { endpoint, subjects, url, schema, form, signal, token, onLine, onHead } = wanted
    const tokenGate = token === undefined ? undefined : tokens.gateOf(token, subjects['account'] !== undefined)
    const passage = availability.passageOf(endpoint, url, wanted.names_league ?? false)
    const gate = joinGates(tokenGate, passage)
    const ticket = await limiter.acquire(endpoint, subjects, { signal, gate, onLine })
    if (!ticket) {
      if (signal?.aborted) return fail('unavailable', 'aborted before it was sent', { had_no_effect: true })
      if (tokenGate?.look() !== 'drop') return passage.refuse()
      return fail('unauthorized', 'the token was refused earlier', { had_no_effect: true })
    }
    let settled = false
    const settle = (answer: Heading | null) => {
      if (!settled) tokenGate?.settle(answer?.status ?? null)
      // After the token's gate, because this wakes other requests.
      if (!settled) ticket.settle(answer)
      settled = true
      if (answer && isGood(answer)) onHead?.(answer.headers)
    }
    const question: Question<S> = {
      url,
      headers: { 'user-agent': userAgent, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      schema,
      form,
      signal,
      timeout_ms,
      onCleaned,
      classify: (heading, body) => classify(heading, body, form !== undefined),
    }
    const tags: WorkTags['game_request'] = { endpoint, outcome: 'failed' }
    const answer = await timeWork('game_request', tags, async () => {
      const answered = await send(question, settle)
      tags.outcome = answered.ok ? 'ok' : answered.failure.reason
      return answered
    })
    settle(null)
    if (!answer.ok && answer.failure.reason === 'blocked') limiter.pauseAll(blockedPause_ms)
    const weighed = passage.settle(answer, signal?.aborted ?? false)
    limiter.lookAgain()
    return weighed
  }

  return {
    /** @param read converts the body of a successful answer. */
    pick: <S extends z.ZodType, T>(
      wanted: GameRequest<S>,
      read: (question: Question<S>, body: Buffer) => OutsideAnswer<T>,
    ): Promise<OutsideAnswer<T>> => pass(wanted, (question, onHead) => askFor(question, onHead, (body) => read(question, body))),
    request: <S extends z.ZodType>(wanted: GameRequest<S>): Promise<OutsideAnswer<Output<S>>> => pass(wanted, ask),
    /** @param known fingerprint of the cached answer. @param takeFingerprint needed if some bytes do not count. */
    look: <S extends z.ZodType>(
      wanted: GameRequest<S>,
      known: string | undefined,
      takeFingerprint?: (body: Buffer) => AnswerFingerprint,
    ): Promise<OutsideAnswer<IfChanged<Output<S>>>> =>
      pass(wanted, (question, onHead) => askIfChanged(question, known, onHead, takeFingerprint)),
  }
}
export type Requester = ReturnType<typeof createRequester>
