import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Where a proxy asks whether this process takes calls. Unlike the health call it asks no database, which all processes share. */
const servingPath = '/api/serving'

/**
 * While a process leaves it answers everything but the question whether calls should be sent to it, and ends each connection after the
 * next answer on it: a proxy that reuses one could otherwise send a call at the moment at which it is closed, and does not know then
 * whether the call was made.
 * @param leaving aborted when the process was asked to stop; absent where nobody asks.
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
