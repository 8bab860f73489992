import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sequenceHeader } from '@muster/contract/scores'
import type { Config } from '../config.ts'
import { isAllowedOrigin } from '../origins.ts'
import { Refusal } from '../refusal.ts'

const reading = new Set(['GET', 'HEAD'])
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, PUT, POST, PATCH, DELETE',
  'access-control-allow-headers': 'Origin, Content-Type, Accept, Authorization, Last-Event-ID',
  'access-control-max-age': '43200',
}

/**
 * Reading is open to every site, without cookies; writing only to allowed ones. Calls without an Origin, and calls from our own
 * site, are not cross-origin and pass. Every OPTIONS request is answered here.
 */
export function registerCors(app: FastifyInstance, config: Config): void {
  const mayWrite = (origin: string, request: FastifyRequest) =>
    isSameHost(origin, request.host) || isAllowedOrigin(config, origin)

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const origin = request.headers.origin
    const isPreflight = request.method === 'OPTIONS'
    const method = isPreflight ? (request.headers['access-control-request-method'] ?? 'GET') : request.method
    const reads = reading.has(method)
    if (origin !== undefined) {
      if (reads) {
        void reply.header('access-control-allow-origin', '*')
      } else {
        void reply.header('vary', 'Origin')
        if (!mayWrite(origin, request)) {
          if (isPreflight) return reply.code(403).send()
          throw new Refusal('not_allowed', 'Changes may not be made from this site')
        }
        void reply.header('access-control-allow-origin', origin)
      }
      void reply.header('access-control-expose-headers', `${sequenceHeader}, x-request-id, etag, retry-after`)
    }
    if (isPreflight) return reply.code(204).headers(preflightHeaders).send()
    return undefined
  })
}

/** Compared as addresses, because an origin omits the default port of its scheme. */
function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: ofOrigin } = new URL(origin)
  const own = `${protocol}//${host}`
  return URL.canParse(own) && new URL(own).host === ofOrigin
}
