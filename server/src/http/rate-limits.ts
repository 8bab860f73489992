import rateLimit from '@fastify/rate-limit'
import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Calls per address and minute. Reads come from memory and a whole venue may share one address; logins are few. */
export interface RateLimits {
  readonly reads: number
  readonly writes: number
  readonly logins: number
}

export const defaultRateLimits: RateLimits = { reads: 3000, writes: 300, logins: 60 }

/** Makes the hook that counts a call; calls of one kind share a counter per address. */
export async function createRateLimits(
  app: FastifyInstance,
  limits: RateLimits,
): Promise<(endpoint: Endpoint) => onRequestAsyncHookHandler> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new Refusal('rate_limited'),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  const count = (max: number) => app.rateLimit({ max, timeWindow: 60_000 }) as onRequestAsyncHookHandler
  const [reads, writes, logins] = [count(limits.reads), count(limits.writes), count(limits.logins)]
  return (endpoint) => (endpoint.tag === 'login' ? logins : endpoint.method === 'GET' ? reads : writes)
}
