import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * A proxy asks here whether this process accepts calls. Unlike the health call it does not use the database, which all processes
 * share.
 */
const servingPath = '/api/serving'

/**
 * A leaving process answers all calls, but reports to its proxy that it accepts none, and closes each connection after its next
 * answer: a proxy that reuses a connection could otherwise send a call at the moment of closing, and would not know whether the
 * call was made.
 * @param leaving aborted when the process was asked to stop; absent without a proxy
 */
export function registerLeaving(app: FastifyInstance, leaving: AbortSignal | undefined): void {
  app.get(servingPath, { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.addHook('onRequest', (request, reply, done) => {
    if (!leaving?.aborted) return done()
    void reply.header('connection', 'close')
    const { url } = request.routeOptions
    const isAskedForCalls = url === servingPath || url === '/api/health'
    done(isAskedForCalls ? new Refusal('unavailable', 'This process is about to stop') : undefined)
  })
}
