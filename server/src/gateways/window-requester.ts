import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import { ask, isHtml, type Question } from './ask.ts'
import type { Heading } from './exchange.ts'
import { fail, type OnCleaned, type OutsideAnswer, type OutsideFailure } from './outside.ts'
import { limitWait } from './retry-after.ts'
import { createWindowLimiter, type WindowHeaders } from './window-limiter.ts'

/** Event time. A requested wait up to this length is waited for once, because a user may be watching. */
const patience_ms = 5000
/** Event time: the wait if a provider answers "too often" without a time. */
const defaultWait_ms = 30_000

export interface WindowRequest<S extends z.ZodType> extends Omit<Question<S>, 'classify'> {
  /** Requests of one bucket share a window; a bucket is an address and the owner of the token. */
  readonly bucket: string
}

/** Seconds from the body (Discord, with fractions) or the header; null if neither states a time. */
function readWait(heading: Heading, body: string): number | null {
  const inBody = /"retry_after"\s*:\s*([\d.]+)/.exec(body)?.[1]
  const seconds = limitWait(Number.parseFloat(inBody ?? heading.headers.get('retry-after') ?? ''))
  return seconds === null ? null : Math.ceil(seconds * 1000)
}

/** Texts of both providers for dead codes and refresh tokens. */
const isDeadGrant = (body: string) => /invalid_grant|invalid refresh token|invalid authorization code/i.test(body)

function classify(heading: Heading, body: string, isForm: boolean): OutsideFailure {
  const { status } = heading
  const detail = `status ${status}`
  const had_no_effect = true
  if (status === 429) {
    // An HTML page instead of data comes from the network's edge and concerns this server's address, not a token.
    if (isHtml(heading, body))
      return { reason: 'blocked', detail: `${detail}, an HTML page from the provider's network edge`, had_no_effect }
    return { reason: 'limited', detail, retry_after_ms: readWait(heading, body) ?? defaultWait_ms, had_no_effect }
  }
  if (isForm) {
    if (status === 400 && isDeadGrant(body)) return { reason: 'unauthorized', detail, had_no_effect }
    // The provider refused Muster's client id, secret or form. No player can fix that, and it does not mean that consent was
    // withdrawn.
    if (status < 500)
      return {
        reason: 'unavailable',
        detail: `${detail}, the provider does not accept Muster's client id or secret`,
        had_no_effect,
      }
    return { reason: 'unavailable', detail }
  }
  const excerpt = body.slice(0, 300)
  if (status === 401) return { reason: 'unauthorized', detail }
  if (status === 403) return { reason: isHtml(heading, body) ? 'blocked' : 'forbidden', detail, excerpt }
  if (status === 404) return { reason: 'missing', detail, excerpt }
  if (status === 400 || status === 422) return { reason: 'refused', detail, excerpt }
  return { reason: 'unavailable', detail, excerpt }
}

/** Sends requests to a provider that describes its windows in headers, and respects requested waits. */
export function createWindowRequester(clock: Clock, userAgent: string, names: WindowHeaders, onCleaned?: OnCleaned) {
  const limiter = createWindowLimiter(clock, names)

  async function attempt<S extends z.ZodType>(wanted: WindowRequest<S>): Promise<OutsideAnswer<S['_zod']['output']>> {
    const ticket = await limiter.acquire(wanted.bucket, wanted.signal)
    if (!ticket) return fail('unavailable', 'aborted before it was sent', { had_no_effect: true })
    const isForm = wanted.form !== undefined
    let heard: Heading | null = null
    const asking = ask(
      {
        ...wanted,
        onCleaned,
        headers: { 'user-agent': userAgent, ...wanted.headers },
        classify: (heading, body) => classify(heading, body, isForm),
      },
      (heading) => {
        heard = heading
      },
    )
    const answer = await asking
    ticket.settle(heard)
    if (!answer.ok && answer.failure.retry_after_ms !== undefined) limiter.hold(wanted.bucket, answer.failure.retry_after_ms)
    return answer
  }

  return async function request<S extends z.ZodType>(wanted: WindowRequest<S>): Promise<OutsideAnswer<S['_zod']['output']>> {
    const answer = await attempt(wanted)
    const wait_ms = answer.ok ? undefined : answer.failure.retry_after_ms
    return wait_ms !== undefined && wait_ms <= patience_ms ? attempt(wanted) : answer
  }
}
