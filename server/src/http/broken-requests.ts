import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type RefusalCode, refusals } from '@muster/contract/errors'
import { Refusal } from '../refusal.ts'
import { bodyOf } from './refusals.ts'
import { closedHeaders } from './security.ts'

/** Errors of Node's own HTTP parser, before there is a request. */
const complaints: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Answers a broken request in the form of every other refusal, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal = new Refusal(complaints[error.code ?? ''] ?? 'invalid_request')
  const { status } = refusals[refusal.code]
  const body = JSON.stringify(bodyOf(refusal))
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    ...Object.entries(closedHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
