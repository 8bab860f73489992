import type { Endpoint } from '@muster/contract/endpoint'
import type { KeyId, UserId } from '@muster/contract/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { createCallCounter } from './call-counter.ts'
import { networkOf } from './network-address.ts'
import type { SharedCounter } from './shared-limits.ts'

/**
 * Calls per minute. Reads come from memory and a whole venue may share one address; logins are few. An organiser who creates
 * hundreds of objectives at once sends a write for each. A login with the game and Discord is four calls, and before an event a
 * whole venue logs in behind one address; a bot logs in once an hour.
 */
export interface RateLimits {
  readonly reads: number
  readonly writes: number
  readonly logins: number
  readonly bot_logins: number
  /** Pages, their files, documentation, and unknown addresses. One visit loads up to forty files. */
  readonly pages: number
  /** For one user, from any address. */
  readonly reads_of_user: number
  readonly writes_of_user: number
  /** Connecting accounts. */
  readonly logins_of_user: number
  /** Expensive calls: users need only a few a minute. */
  readonly dear_calls_of_user: number
  /** With one key, from any address: not shared with its owner's browsers. */
  readonly reads_of_key: number
  /** With all keys of an address together: limits how often keys are looked up. */
  readonly keyed_reads: number
}

export const defaultRateLimits: RateLimits = {
  reads: 3000,
  writes: 1200,
  logins: 240,
  bot_logins: 10,
  pages: 12_000,
  reads_of_user: 1200,
  writes_of_user: 600,
  logins_of_user: 20,
  dear_calls_of_user: 12,
  reads_of_key: 6000,
  keyed_reads: 30_000,
}

type Kind = 'reads' | 'writes' | 'logins' | 'bot_logins'

function kindOf({ tag, method }: Endpoint): Kind {
  if (tag === 'bots') return 'bot_logins'
  if (tag === 'login') return 'logins'
  return method === 'GET' ? 'reads' : 'writes'
}

/**
 * Limits against guessing and against endless work: counted by all processes together. The others limit load, which belongs to
 * one process.
 */
const together = new Set<Kind>(['logins', 'bot_logins'])

export interface CallCounters {
  /**
   * Counts a request outside of the API.
   * @throws Refusal rate_limited
   */
  countPage(request: FastifyRequest, reply: FastifyReply): void
  /**
   * Counts a call before any lookup; calls of one kind share a counter by address.
   * @throws Refusal rate_limited
   */
  countAddress(endpoint: Endpoint): (request: FastifyRequest, reply: FastifyReply) => void
  /**
   * Counts a call with a key before any lookup, instead of `countAddress`.
   * @throws Refusal rate_limited
   */
  countKeyed(request: FastifyRequest, reply: FastifyReply): void
  /**
   * Counts a call by its key, instead of `countUser`.
   * @throws Refusal rate_limited
   */
  countKey(key_id: KeyId, reply: FastifyReply): void
  /**
   * Counts a call by user, once known; only for calls with a login.
   * @throws Refusal rate_limited
   */
  countUser(endpoint: Endpoint): (user_id: UserId, reply: FastifyReply) => void
  /**
   * The same for all processes together, after this one has counted; null for other calls.
   * @throws Refusal rate_limited
   */
  countTogether(endpoint: Endpoint): {
    readonly address: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | null
    readonly user: (user_id: UserId, reply: FastifyReply) => Promise<void>
  } | null
}

export const window_ms = 60_000

/** Without a proxy's header the address is the other end of the connection, and needs no check. */
const addressOf = (request: FastifyRequest): string =>
  (request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip) ?? ''

function refuseFor(wait_ms: number, reply: FastifyReply): void {
  if (wait_ms === 0) return
  void reply.header('retry-after', Math.ceil(wait_ms / 1000))
  throw new Refusal('rate_limited')
}

/** Limits by address and by user, in the memory of this process; see docs/decisions/0030. */
export function createRateLimits(limits: RateLimits, shared: SharedCounter): CallCounters {
  function count(max: number): (caller: string, reply: FastifyReply) => void {
    const counter = createCallCounter({ max, window_ms })
    return (caller, reply) => refuseFor(counter.take(caller), reply)
  }

  const perAddress = {
    reads: count(limits.reads),
    writes: count(limits.writes),
    logins: count(limits.logins),
    bot_logins: count(limits.bot_logins),
  }
  const pages = count(limits.pages)
  const keyed = count(limits.keyed_reads)
  const ofKey = count(limits.reads_of_key)
  const writesOfUser = count(limits.writes_of_user)
  const dearCallsOfUser = count(limits.dear_calls_of_user)
  const perUser = {
    reads: count(limits.reads_of_user),
    writes: writesOfUser,
    logins: count(limits.logins_of_user),
    bot_logins: writesOfUser,
  }
  return {
    countPage: (request, reply) => pages(networkOf(addressOf(request)), reply),
    countAddress(endpoint) {
      const take = perAddress[kindOf(endpoint)]
      return (request, reply) => take(networkOf(addressOf(request)), reply)
    },
    countKeyed: (request, reply) => keyed(networkOf(addressOf(request)), reply),
    countKey: (key_id, reply) => ofKey(String(key_id), reply),
    countUser(endpoint) {
      const take = endpoint.costs_much ? dearCallsOfUser : perUser[kindOf(endpoint)]
      return (user_id, reply) => take(String(user_id), reply)
    },
    countTogether(endpoint) {
      const kind = kindOf(endpoint)
      const isShared = together.has(kind)
      if (!isShared && !endpoint.costs_much) return null
      const [ofUser, most] = endpoint.costs_much
        ? ['dear_calls_of_user', limits.dear_calls_of_user]
        : [`${kind}_of_user`, kind === 'logins' ? limits.logins_of_user : limits.writes_of_user]
      return {
        address: isShared
          ? async (request, reply) => refuseFor(await shared.take(kind, networkOf(addressOf(request)), limits[kind]), reply)
          : null,
        user: async (user_id, reply) => refuseFor(await shared.take(ofUser, String(user_id), most), reply),
      }
    },
  }
}
