import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../faults/faults.ts'

/** A handler's answer, before headers and damage. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Text with its type, as bytes if it is cached: these are shared and must not be changed. Null has no body. */
  body: string | Buffer | null
  type?: string
  /** Send the headers, then wait this many real milliseconds, then the body. */
  body_pause_ms?: number
}

export const answerJson = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(value),
  type: 'application/json',
})

/** JSON serialised by a view. */
export const answerWritten = (body: string | Buffer, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  headers,
  body,
  type: 'application/json',
})

export const answerHtml = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body,
  type: 'text/html; charset=utf-8',
})

const errorMessages = {
  1: 'Resource not found',
  2: 'Invalid query',
  3: 'Rate limit exceeded',
  4: 'Internal error',
  5: 'Unexpected content type',
  6: 'Forbidden',
  7: 'Temporarily Unavailable',
  8: 'Unauthorized',
  9: 'Method not allowed',
} as const

/** An error in the API host's own format; some add text to their code. */
export const answerApiError = (
  status: number,
  code: keyof typeof errorMessages,
  headers: Record<string, string> = {},
  more = '',
): Answer => answerJson(status, { error: { code, message: errorMessages[code] + more } }, headers)

/** An error in the format of the OAuth layer. */
export const answerOAuthError = (
  status: number,
  error: string,
  error_description: string,
  headers: Record<string, string> = {},
): Answer => answerJson(status, { error, error_description }, headers)

/** Length of a body before compression. */
export const countBytes = ({ body }: Pick<Answer, 'body'>): number => (body === null ? 0 : Buffer.byteLength(body))

const compress = promisify(gzip)
/** Smaller bodies are not compressed. */
const COMPRESS_FROM = 1024

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends an answer: virtual date, no caching, gzip if accepted, and the effects of network faults. */
export const sendAnswer = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  now: number,
  faults: readonly Fault[],
  compresses = true,
): Promise<void> => {
  const find = (effect: Fault['effect']) => faults.find((fault) => fault.effect === effect)
  reply.hijack()
  const { raw } = reply
  const latency = find('net.latency')
  if (latency) await pause(Number(latency.parameters['ms'] ?? 1000))
  if (find('net.reset')) {
    raw.socket?.resetAndDestroy()
    return
  }
  // a hanging request ends when the client gives up or the simulator closes
  if (find('net.hang')) return
  const isHead = request.method === 'HEAD'
  const plain = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body ?? '')
  const isCompressed =
    compresses && plain.length >= COMPRESS_FROM && String(request.headers['accept-encoding'] ?? '').includes('gzip')
  const body = isCompressed ? await compress(plain, { level: 1 }) : plain
  const skew_minutes = Number(find('time.skew')?.parameters['minutes'] ?? 0)
  raw.writeHead(answer.status, {
    date: new Date(now + skew_minutes * 60_000).toUTCString(),
    'cache-control': 'no-store',
    ...(answer.type ? { 'content-type': answer.type } : {}),
    ...(isCompressed ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } : {}),
    ...(answer.status === 204 ? {} : { 'content-length': String(body.length) }),
    ...answer.headers,
  })
  if (isHead || answer.status === 204) {
    raw.end()
    return
  }
  if (answer.body_pause_ms) {
    raw.flushHeaders()
    await pause(answer.body_pause_ms)
  }
  if (find('net.truncate')) {
    raw.write(body.subarray(0, Math.floor(body.length / 2)), () => raw.destroy())
    return
  }
  raw.end(body)
}
