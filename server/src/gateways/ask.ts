import { hash } from 'node:crypto'
import { parseStorable, toStorable } from '@muster/contract/storable'
import type { z } from 'zod'
import { type Change, exchange, type Heading, isGood } from './exchange.ts'
import { type OnCleaned, fail, type OutsideAnswer, type OutsideFailure, type IfChanged } from './outside.ts'

/** A page of the public stash stream has a few megabytes; no provider sends much larger answers. */
const largestBody_bytes = 64 * 1024 * 1024
/** Real time allowed for a complete answer. */
const usualTimeout_ms = 30_000

export interface Question<S extends z.ZodType> {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly schema: S
  /** Turns the request into a POST. Answers to forms may contain tokens, so no excerpt of them is stored. */
  readonly form?: Readonly<Record<string, string>> | undefined
  /** A request other than GET, with JSON instead of a form. */
  readonly change?: Change | undefined
  readonly signal?: AbortSignal | undefined
  /** Real time for the complete answer; overrides the default. */
  readonly timeout_ms?: number
  readonly onCleaned?: OnCleaned | undefined
  /** Classifies an answer whose status is not a success. */
  classify(heading: Heading, body: string): OutsideFailure
}

/** Whether the answer is an HTML page instead of data: it comes from the edge of the network, not from the program behind it. */
export const isHtml = ({ headers }: Heading, body: string) =>
  /html/i.test(headers.get('content-type') ?? '') || body.trimStart().startsWith('<')

/** Called with the head of an answer while its body is still loading. */
type OnHead = (heading: Heading) => void

/**
 * Sends one request and accepts only data that fits the schema. Network errors are returned, not thrown.
 * @param onHead called as soon as the head of an answer has arrived.
 */
export function ask<S extends z.ZodType>(
  question: Question<S>,
  onHead: OnHead = () => undefined,
): Promise<OutsideAnswer<S['_zod']['output']>> {
  return askFor(question, onHead, (body) => parseAnswer(question, body.toString('utf8')))
}

/** Identifies an answer; see `IfChanged`. */
export interface AnswerFingerprint {
  readonly fingerprint: string
  readonly left_out?: number
}

const fingerprintWhole = (body: Buffer): AnswerFingerprint => ({ fingerprint: hash('sha256', body, 'base64') })

/**
 * Requests data that is often unchanged: the bytes are compared first, and parsed only if they differ.
 * @param known fingerprint of the previous answer.
 */
export function askIfChanged<S extends z.ZodType>(
  question: Question<S>,
  known: string | undefined,
  onHead: OnHead = () => undefined,
  takeFingerprint: (body: Buffer) => AnswerFingerprint = fingerprintWhole,
): Promise<OutsideAnswer<IfChanged<S['_zod']['output']>>> {
  return askFor(question, onHead, (body): OutsideAnswer<IfChanged<S['_zod']['output']>> => {
    const taken = takeFingerprint(body)
    if (taken.fingerprint === known) return { ok: true, value: { ...taken, content: null } }
    const answer = parseAnswer(question, body.toString('utf8'))
    return answer.ok ? { ok: true, value: { ...taken, content: answer.value } } : answer
  })
}

/**
 * Sends one request. Network errors are returned, not thrown.
 * @param read converts the body of a successful answer.
 */
export async function askFor<S extends z.ZodType, T>(
  { url, headers, form, change, signal, classify, timeout_ms = usualTimeout_ms }: Question<S>,
  onHead: OnHead,
  read: (body: Buffer) => OutsideAnswer<T>,
): Promise<OutsideAnswer<T>> {
  try {
    const { heading, body } = await exchange({ url, headers, form, change, signal, timeout_ms, largestBody_bytes }, onHead)
    if (body === null) return fail('malformed', `more than ${largestBody_bytes} bytes`)
    const refuse = () => ({ ok: false as const, failure: classify(heading, toStorable(body.toString('utf8'))) })
    const answer = isGood(heading) ? read(body) : refuse()
    return form ? withoutExcerpt(answer) : answer
  } catch (error) {
    // Network errors, truncated bodies and timeouts are all caught here; their messages contain no header and no token.
    return fail('unavailable', error instanceof Error && error.message !== '' ? error.message : 'no answer')
  }
}

/** Without the query, which may be long. */
const readAddress = (url: string): string => new URL(url).pathname.slice(0, 300)

/** Parses an answer: JSON in the shape of the schema, with storable texts. Returns a failure otherwise. */
export function parseAnswer<S extends z.ZodType>(
  { schema, url, onCleaned }: Pick<Question<S>, 'schema' | 'url' | 'onCleaned'>,
  body: string,
): OutsideAnswer<S['_zod']['output']> {
  const excerpt = toStorable(body.slice(0, 300))
  let json: unknown
  try {
    const { value, fields } = body === '' ? { value: null, fields: [] } : parseStorable(body)
    if (fields.length > 0) onCleaned?.({ address: readAddress(url), fields })
    json = value
  } catch {
    return fail('malformed', 'not JSON', { excerpt })
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return { ok: true, value: parsed.data }
  const first = parsed.error.issues[0]
  return fail('malformed', `${first?.path.join('.') ?? ''}: ${first?.message ?? 'invalid data'}`, { excerpt })
}

function withoutExcerpt<T>(answer: OutsideAnswer<T>): OutsideAnswer<T> {
  if (answer.ok) return answer
  const { excerpt: _, ...failure } = answer.failure
  return { ok: false, failure }
}
