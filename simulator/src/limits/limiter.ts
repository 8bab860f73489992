/**
 * Counts hits by (policy, subject). Its report is exact to the second; its decision counts in hidden buckets, so a client that
 * waits exactly one period after a full window is still refused, as with the real servers.
 */
import { formatWindows, type Policy } from './policies.ts'

/** Sizes of the hidden buckets: the first window, and every later one. */
const FIRST_BUCKET_MS = 5_000
const LATER_BUCKET_MS = 60_000

interface Counter {
  hits: number[]
  /** The hits of other tools. */
  foreign: number[]
  /** End of the active restriction per window. */
  restricted_until: number[]
}

export interface Verdict {
  allowed: boolean
  headers: Record<string, string>
  /** Refused during a wait named by an earlier refusal: the client did not obey. */
  during_restriction: boolean
  /** Refused only because of foreign use: the client could not know about it. */
  through_others: boolean
}

export interface LimiterOptions {
  limits_buckets: boolean
  /** Requests during a restriction restart it. */
  restriction_extends: boolean
}

export interface Limiter {
  /** Counts one request, or refuses it. */
  hit: (policy: Policy, subject: string, now: number) => Verdict
  /** The headers without counting, as for HEAD. */
  peek: (policy: Policy, subject: string, now: number) => Record<string, string>
  /** Foreign use of the account: counts hits that are not ours. */
  burn: (policy: Policy, subject: string, now: number, count: number) => void
}

/** `options` is read at every request, so that a switch has immediate effect. */
export const createLimiter = (options: Readonly<LimiterOptions>): Limiter => {
  const counters = new Map<string, Counter>()

  const getCounter = (policy: Policy, subject: string, now: number): Counter => {
    const key = `${policy.name}\n${subject}`
    const known = counters.get(key)
    const counter = known ?? { hits: [], foreign: [], restricted_until: policy.windows.map(() => 0) }
    if (!known) counters.set(key, counter)
    const longest = Math.max(...policy.windows.map((window) => window.period_seconds)) * 1000 + LATER_BUCKET_MS
    counter.hits = counter.hits.filter((at) => at > now - longest)
    counter.foreign = counter.foreign.filter((at) => at > now - longest)
    return counter
  }
  const bucketOf = (policy: Policy, at: number) =>
    !options.limits_buckets || !policy.buckets ? 1 : at === 0 ? FIRST_BUCKET_MS : LATER_BUCKET_MS
  const countSince = (hits: readonly number[], periodMs: number, now: number) => hits.filter((at) => at > now - periodMs).length
  const countHonest = (counter: Counter, periodMs: number, now: number) => countSince(counter.hits, periodMs, now)
  /** A hit leaves the window only when its whole bucket has left it. */
  const countInBuckets = (hits: readonly number[], periodMs: number, bucketMs: number, now: number) =>
    bucketMs === 1
      ? countSince(hits, periodMs, now)
      : hits.filter((at) => Math.floor(at / bucketMs) * bucketMs + bucketMs + periodMs > now).length

  const describe = (policy: Policy, counter: Counter, now: number, extra: number): Record<string, string> => {
    const state = policy.windows.map((window, at) => {
      const restriction = Math.max(0, Math.ceil(((counter.restricted_until[at] ?? 0) - now) / 1000))
      return `${countHonest(counter, window.period_seconds * 1000, now) + extra}:${window.period_seconds}:${restriction}`
    })
    return {
      'x-rate-limit-policy': policy.name,
      'x-rate-limit-rules': policy.rule,
      [`x-rate-limit-${policy.rule.toLowerCase()}`]: formatWindows(policy.windows),
      [`x-rate-limit-${policy.rule.toLowerCase()}-state`]: state.join(','),
    }
  }

  const refuse = (
    policy: Policy,
    counter: Counter,
    now: number,
    why: Pick<Verdict, 'during_restriction' | 'through_others'>,
  ): Verdict => {
    const wait = Math.max(...counter.restricted_until) - now
    return {
      allowed: false,
      ...why,
      headers: { ...describe(policy, counter, now, 1), 'retry-after': String(Math.ceil(wait / 1000)) },
    }
  }

  return {
    hit: (policy, subject, now) => {
      const counter = getCounter(policy, subject, now)
      if (Math.max(...counter.restricted_until) > now) {
        if (options.restriction_extends) {
          counter.restricted_until = counter.restricted_until.map((until, at) =>
            until > now ? now + (policy.windows[at]?.restriction_seconds ?? 0) * 1000 : until,
          )
        }
        return refuse(policy, counter, now, { during_restriction: true, through_others: false })
      }
      let isExceeded = false
      let through_others = true
      policy.windows.forEach((window, at) => {
        const count = (hits: readonly number[]) => countInBuckets(hits, window.period_seconds * 1000, bucketOf(policy, at), now)
        if (count(counter.hits) < window.hits) return
        isExceeded = true
        if (count(counter.hits) - count(counter.foreign) >= window.hits) through_others = false
        counter.restricted_until[at] = now + window.restriction_seconds * 1000
      })
      if (isExceeded) return refuse(policy, counter, now, { during_restriction: false, through_others })
      counter.hits.push(now)
      return { allowed: true, during_restriction: false, through_others: false, headers: describe(policy, counter, now, 0) }
    },
    peek: (policy, subject, now) => describe(policy, getCounter(policy, subject, now), now, 0),
    burn: (policy, subject, now, count) => {
      const counter = getCounter(policy, subject, now)
      for (let at = 0; at < count; at++) {
        counter.hits.push(now)
        counter.foreign.push(now)
      }
    },
  }
}
