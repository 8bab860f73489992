import http from 'node:http'
import https from 'node:https'
import { inflateSync } from 'node:zlib'
import { largestXml_bytes } from '@muster/domain/build-codes/build-code'
import type { CalculatedBuild, Calculator } from './calculator.ts'

export interface ServiceSettings {
  readonly url: string
  /** Wall clock, for a complete call. */
  readonly timeout_ms: number
  readonly concurrency: number
  readonly engine: string
}

const longestAnswer_bytes = 256 * 1024

const refuse = (detail: string): CalculatedBuild => ({ ok: false, reason: 'refused', detail })
const miss = (detail: string): CalculatedBuild => ({ ok: false, reason: 'unavailable', detail })

function readAnswer(status: number, text: string): CalculatedBuild {
  if (status === 400) return refuse('status 400')
  if (status !== 200) return miss(`status ${status}`)
  const bytes = Buffer.from(text.trim().replaceAll('-', '+').replaceAll('_', '/'), 'base64')
  try {
    return { ok: true, xml: inflateSync(bytes, { maxOutputLength: largestXml_bytes }).toString(), is_partial: false }
  } catch {
    return refuse('the answer is not a build')
  }
}

/**
 * Sends one call per build. Such services are small programs: they expect headers in their usual spelling (Node's own client
 * keeps it, `fetch` does not), support neither chunks nor a second request, and close the connection on a build they cannot read.
 */
export function createCalculatorService({ url, timeout_ms, concurrency, engine }: ServiceSettings): Calculator {
  const send = url.startsWith('https:') ? https.request : http.request
  return {
    reads: 'character',
    name: 'The Path of Building service',
    concurrency,
    engine,
    calculate: (text, signal) =>
      new Promise((resolve) => {
        const bytes = Buffer.from(text)
        const timeout = AbortSignal.timeout(timeout_ms)
        const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, Connection: 'close' }
        const options = { method: 'POST', headers, agent: false, signal: AbortSignal.any([signal, timeout]) }
        let isConnected = false
        const request = send(url, options, (response) => {
          const parts: Buffer[] = []
          let length = 0
          response.on('data', (part: Buffer) => {
            parts.push(part)
            length += part.length
            if (length <= longestAnswer_bytes) return
            resolve(refuse('the answer is too long'))
            request.destroy()
          })
          response.on('end', () => resolve(readAnswer(response.statusCode ?? 0, Buffer.concat(parts).toString('latin1'))))
          response.on('error', (error) => resolve(miss(error.message)))
        })
        request.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
        request.on('error', (error: NodeJS.ErrnoException) => {
          const isOver = timeout.aborted || signal.aborted
          // A connection that was accepted and closed without an answer is a failure of this build; a refused connection is not.
          const isHungUp = isConnected && !isOver && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
          resolve(isHungUp ? refuse('the connection was closed') : miss(isOver ? 'no answer in time' : error.message))
        })
        request.end(bytes)
      }),
  }
}
