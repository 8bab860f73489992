import rateLimit from '@fastify/rate-limit'
import type { Endpoint } from '@muster/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/**
 * Calls per minute. Reads come from memory and a whole venue may share one address; logins are few. An organiser who makes
 * hundreds of objectives at once sends a write for each. A login with the game and Discord is four calls, and before an
 * event a whole venue logs in behind one address; a bot logs in once an hour.
 */
export interface RateLimits {
  readonly reads: number
  readonly writes: number
  readonly logins: number
  readonly bot_logins: number
  /** One user's, wherever the calls come from. */
  readonly reads_of_user: number
  readonly writes_of_user: number
  /** Connecting accounts. */
  readonly logins_of_user: number
}

export const defaultRateLimits: RateLimits = {
  reads: 3000,
  writes: 1200,
  logins: 240,
  bot_logins: 10,
  reads_of_user: 1200,
  writes_of_user: 600,
  logins_of_user: 20,
}

type Kind = 'reads' | 'writes' | 'logins' | 'bot_logins'

function kindOf({ tag, method }: Endpoint): Kind {
  if (tag === 'bots') return 'bot_logins'
  if (tag === 'login') return 'logins'
  return method === 'GET' ? 'reads' : 'writes'
}

/** @throws Refusal rate_limited */
type Counter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export interface CallCounters {
  /** Counts a call before anything is looked up; calls of one kind share a counter per address. */
  ofAddress(endpoint: Endpoint): Counter
  /** Counts it once it is known whose it is; only for calls with a login. */
  ofUser(endpoint: Endpoint): Counter
}

const window_ms = 60_000

/** Networks of IPv6 count as one address, because one person has all addresses of theirs. */
export async function createRateLimits(app: FastifyInstance, limits: RateLimits): Promise<CallCounters> {
  await app.register(rateLimit, { global: false })
  function count(max: number, keyGenerator?: (request: FastifyRequest) => string): Counter {
    const take = app.createRateLimit({ max, timeWindow: window_ms, ...(keyGenerator && { keyGenerator }) })
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const taken = await take(request)
      if (taken.isAllowed || !taken.isExceeded) return
      void reply.header('retry-after', taken.ttlInSeconds)
      throw new Refusal('rate_limited')
    }
  }

  const byUser = (request: FastifyRequest) => String(request.admission?.viewer?.user_id)
  const perAddress = {
    reads: count(limits.reads),
    writes: count(limits.writes),
    logins: count(limits.logins),
    bot_logins: count(limits.bot_logins),
  }
  const writesOfUser = count(limits.writes_of_user, byUser)
  const perUser = {
    reads: count(limits.reads_of_user, byUser),
    writes: writesOfUser,
    logins: count(limits.logins_of_user, byUser),
    bot_logins: writesOfUser,
  }
  return {
    ofAddress: (endpoint) => perAddress[kindOf(endpoint)],
    ofUser: (endpoint) => perUser[kindOf(endpoint)],
  }
}
