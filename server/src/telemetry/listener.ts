import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

export interface TelemetryListener {
  readonly port: number
  /** Starts to serve metrics and readiness. */
  serve(parts: { readonly metrics: Metrics; readonly listReasons: () => Promise<string[]> }): void
  /** Reports that this process is no longer ready. */
  refuse(reason: string): void
  close(): Promise<void>
}

/**
 * Reports the state of this process to operators, apart from the pages and without a login: so it listens on loopback by default.
 * `/health`: alive. `/ready`: ready, or why not. `/metrics`: all figures.
 */
export async function startTelemetryListener(
  { host, port }: { readonly host: string; readonly port: number },
  log: Logger,
): Promise<TelemetryListener> {
  let parts: Parameters<TelemetryListener['serve']>[0] | null = null
  let refusal: string | null = 'the process is starting'

  function send(response: ServerResponse, status: number, type: string, body: string): void {
    response
      .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .end(body)
  }
  const sendJson = (response: ServerResponse, status: number, body: unknown) =>
    send(response, status, 'application/json; charset=utf-8', `${JSON.stringify(body)}\n`)

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/health') return sendJson(response, 200, { status: 'ok' })
    if (path === '/ready') {
      const reasons = refusal === null ? ((await parts?.listReasons()) ?? []) : [refusal]
      return sendJson(response, reasons.length === 0 ? 200 : 503, {
        status: reasons.length === 0 ? 'ready' : 'not_ready',
        reasons,
      })
    }
    if (path === '/metrics' && parts) return send(response, 200, parts.metrics.content_type, await parts.metrics.scrape())
    return sendJson(response, path === '/metrics' ? 503 : 404, { error: path === '/metrics' ? refusal : 'Nothing is here' })
  }

  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendJson(response, 405, { error: 'Only GET is answered' })
    answer((request.url ?? '').split('?', 1)[0] ?? '', response).catch((error: unknown) => {
      log.error({ err: error }, 'could not answer a request about the state of this process')
      if (!response.headersSent) sendJson(response, 500, { error: 'See the log' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  return {
    port: (server.address() as AddressInfo).port,
    serve(given) {
      parts = given
      refusal = null
    },
    refuse(reason) {
      refusal = reason
    },
    close() {
      parts?.metrics.close()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
