import type { z } from 'zod'
import { fail, type OutsideAnswer, type OutsideFailure } from './outside.ts'

/** A page of the public stash stream is some megabytes; anything far larger is not an answer of a provider. */
const largestBody_bytes = 64 * 1024 * 1024
/** Real time: how long a provider may keep us waiting for a whole answer. */
const timeout_ms = 30_000

let underWay = 0
/** How many requests to any provider have been sent and are not answered yet. */
export const countUnderWay = (): number => underWay

export interface Question<S extends z.ZodType> {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly schema: S
  /** Makes it a POST. Answers to forms may carry tokens: nothing of them is kept. */
  readonly form?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Reads an answer that is not a good one. */
  classify(response: Response, body: string): OutsideFailure
}

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

/** Whether the answer is a page although data was asked for: it comes from the network's edge, not from the program behind it. */
export const isHtml = (response: Response, body: string) =>
  /html/i.test(response.headers.get('content-type') ?? '') || body.trimStart().startsWith('<')

/**
 * Sends one request and lets nothing in that the schema does not know. Faults of the network are values like refusals.
 * @param onHeaders is called as soon as the head of an answer is there.
 */
export async function ask<S extends z.ZodType>(
  question: Question<S>,
  onHeaders: (response: Response) => void = () => undefined,
): Promise<OutsideAnswer<S['_zod']['output']>> {
  const { url, headers, schema, form, signal } = question
  underWay++
  try {
    const deadline = AbortSignal.timeout(timeout_ms)
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...headers },
      ...(form ? { body: new URLSearchParams(form) } : {}),
      redirect: 'error',
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    })
    onHeaders(response)
    const body = await readBody(response)
    if (body === null) return fail('malformed', `more than ${largestBody_bytes} bytes`)
    const answer = response.ok ? parseAnswer(schema, body) : { ok: false as const, failure: question.classify(response, body) }
    return form ? withoutExcerpt(answer) : answer
  } catch (error) {
    // Network faults, cut bodies and timeouts all surface here; the message of fetch names no header and no token.
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    return fail('unavailable', `${error instanceof Error ? error.message : 'no answer'}${cause}`)
  } finally {
    underWay--
  }
}

/** Reads what arrived: JSON in the shape of the schema, or what is wrong with it. */
export function parseAnswer<S extends z.ZodType>(schema: S, body: string): OutsideAnswer<S['_zod']['output']> {
  const excerpt = body.slice(0, 300)
  let json: unknown
  try {
    json = body === '' ? null : JSON.parse(body)
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
