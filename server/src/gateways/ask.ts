import { hash } from 'node:crypto'
import { parseStorable, toStorable } from '@muster/contract/storable'
import type { z } from 'zod'
import { exchange, type Heading, isGood } from './exchange.ts'
import { type OnCleaned, fail, type OutsideAnswer, type OutsideFailure, type IfChanged } from './outside.ts'

/** A page of the public stash stream is some megabytes; anything far larger is not an answer of a provider. */
const largestBody_bytes = 64 * 1024 * 1024
/** Real time: how long a provider may keep us waiting for a whole answer. */
const usualTimeout_ms = 30_000

export interface Question<S extends z.ZodType> {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly schema: S
  /** Makes it a POST. Answers to forms may carry tokens: nothing of them is kept. */
  readonly form?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Real time for the whole answer, where it is another than usual. */
  readonly timeout_ms?: number
  readonly onCleaned?: OnCleaned | undefined
  /** Reads an answer that is not a good one. */
  classify(heading: Heading, body: string): OutsideFailure
}

/** Whether the answer is a page although data was asked for: it comes from the network's edge, not from the program behind it. */
export const isHtml = ({ headers }: Heading, body: string) =>
  /html/i.test(headers.get('content-type') ?? '') || body.trimStart().startsWith('<')

/** Hears of the head of an answer, while its body is still on the way. */
type OnHead = (heading: Heading) => void

/**
 * Sends one request and lets nothing in that the schema does not know. Faults of the network are values like refusals.
 * @param onHead is called as soon as the head of an answer is there.
 */
export function ask<S extends z.ZodType>(
  question: Question<S>,
  onHead: OnHead = () => undefined,
): Promise<OutsideAnswer<S['_zod']['output']>> {
  return askFor(question, onHead, (body) => parseAnswer(question, body.toString('utf8')))
}

/** By what an answer is known again; see `IfChanged`. */
export interface AnswerFingerprint {
  readonly fingerprint: string
  readonly left_out?: number
}

const fingerprintWhole = (body: Buffer): AnswerFingerprint => ({ fingerprint: hash('sha256', body, 'base64') })

/**
 * Asks for what often is as it was: the bytes are compared first, and read only when they are others.
 * @param known the fingerprint of the last answer.
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
 * Sends one request. Faults of the network are values like refusals.
 * @param read makes of a good answer's body what is wanted of it.
 */
export async function askFor<S extends z.ZodType, T>(
  { url, headers, form, signal, classify, timeout_ms = usualTimeout_ms }: Question<S>,
  onHead: OnHead,
  read: (body: Buffer) => OutsideAnswer<T>,
): Promise<OutsideAnswer<T>> {
  try {
    const { heading, body } = await exchange({ url, headers, form, signal, timeout_ms, largestBody_bytes }, onHead)
    if (body === null) return fail('malformed', `more than ${largestBody_bytes} bytes`)
    const refuse = () => ({ ok: false as const, failure: classify(heading, toStorable(body.toString('utf8'))) })
    const answer = isGood(heading) ? read(body) : refuse()
    return form ? withoutExcerpt(answer) : answer
  } catch (error) {
    // Network faults, cut bodies and timeouts all surface here; their messages name no header and no token.
    return fail('unavailable', error instanceof Error && error.message !== '' ? error.message : 'no answer')
  }
}

/** Without its query, which may be long. */
const readAddress = (url: string): string => new URL(url).pathname.slice(0, 300)

/** Reads what arrived: JSON in the shape of the schema, with texts that can be stored, or what is wrong with it. */
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
  return fail('malformed', `${first?.path.join('.') ?? ''}: ${first?.message ?? 'not understood'}`, { excerpt })
}

function withoutExcerpt<T>(answer: OutsideAnswer<T>): OutsideAnswer<T> {
  if (answer.ok) return answer
  const { excerpt: _, ...failure } = answer.failure
  return { ok: false, failure }
}
