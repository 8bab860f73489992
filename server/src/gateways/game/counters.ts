import type { Heading } from '../exchange.ts'
import { limitWait } from '../retry-after.ts'
import type { LimitJournal } from './limit-journal.ts'
import { bucketOf, hasHiddenBucket, headroomOf, parseTriples, type Policy, type Subjects, type Window } from './policy.ts'

/** A rule of a policy with the subject and counter it applies to. */
export interface Counted {
  readonly rule: string
  readonly windows: readonly Window[]
  readonly subject: string
  readonly counter: Counter
}

export interface Counter {
  /** Times of requests, ascending, milliseconds of event time. */
  hits: number[]
  /** Arrival time of the answer, by request time. */
  answered: Map<number, number>
  restricted_until: number
  refusals_in_a_row: number
  /** The earlier request count is known, from an answer or an earlier process. Until then only one request at a time is sent. */
  isHeard: boolean
  under_way: number
}

/** Number of these ascending times after `after`. */
function countSince(times: readonly number[], after: number): number {
  let count = 0
  while (count < times.length && (times.at(-1 - count) ?? 0) > after) count++
  return count
}

/** Records a sent request. */
export function recordHit(counted: readonly Counted[], at: number): void {
  for (const { windows, counter } of counted) {
    counter.hits.push(at)
    const longest_ms = ((windows.at(-1)?.period_s ?? 0) + 60) * 1000
    while (counter.hits[0] !== undefined && counter.hits[0] < at - longest_ms) counter.answered.delete(counter.hits.shift() ?? 0)
  }
}

/** Records the answer to a request. */
export function recordAnswer(counted: readonly Counted[], hit: number, at: number): void {
  for (const { counter } of counted) if ((counter.hits[0] ?? at) <= hit) counter.answered.set(hit, at)
}

/**
 * The provider counted an answered request before its answer arrived, so a window without a hidden bucket ends one period after
 * the answer. The margin covers clock differences.
 */
const margin_ms = 100

/** The end of a part of a window after a hit. */
function findEnd({ rule, counter }: Counted, index: number, window: Window, hit: number, part: number): number {
  const ms = window.period_s * 1000
  const end = hit + (ms + bucketOf(rule, index, window) * 1000) * part
  const answered = counter.answered.get(hit)
  return answered === undefined || hasHiddenBucket(rule, index) ? end : Math.min(end, answered + (ms + margin_ms) * part)
}

/** Earliest time of the next request according to these counters. */
export function findNextTurn(counted: readonly Counted[]): number {
  let at = Number.NEGATIVE_INFINITY
  for (const of of counted) {
    const { rule, windows, counter } = of
    at = Math.max(at, counter.restricted_until)
    for (const [index, window] of windows.entries()) {
      const allowed = Math.max(1, window.hits - headroomOf(rule, window.hits))
      const limiting = counter.hits.at(-allowed)
      if (limiting !== undefined) at = Math.max(at, findEnd(of, index, window, limiting, 1))
      const latest = counter.hits.at(-1)
      // An even pace instead of bursts and long waits.
      if (index === 0 && latest !== undefined) at = Math.max(at, findEnd(of, index, window, latest, 1 / allowed))
    }
  }
  return at
}

/** The remaining requests in a window of a policy; with several subjects, the lowest. */
export interface LimitLeft {
  readonly policy: string
  readonly rule: string
  readonly period_seconds: number
  readonly allowed: number
  readonly left: number
  /** Remaining pause after a refusal, in milliseconds of event time; 0 if none. */
  readonly pause_ms: number
}

/** The policy of an endpoint, if known, and the counters of a request to it. */
export interface Followed {
  readonly policy: Policy | undefined
  readonly counted: readonly Counted[]
}

/** One counter per policy, rule and subject. Counts are only ever corrected upwards. */
export interface Counters {
  /** The counters that requests of these subjects count against. */
  list(policy: Policy, subjects: Subjects): Counted[]
  /** Reads the current policy and counters. Called often for each queued request, so the counters are cached per policy. */
  follow(endpoint: string, subjects: Subjects): () => Followed
  /** Raises the counts if an answer reports more requests. */
  learn(policy: Policy, counted: readonly Counted[], headers: Heading['headers']): void
  /** Pauses after a refusal, twice as long after each further one. */
  punish(policy: Policy, counted: readonly Counted[], retryAfter_s: number | null): void
  /** Current state of the windows of these policies. */
  measure(policies: readonly Policy[]): LimitLeft[]
}

/**
 * @param findPolicy returns the policy of an endpoint.
 * @param journal carries the counts from one process to the next.
 */
export function createCounters(
  now: () => number,
  findPolicy: (endpoint: string) => Policy | undefined,
  journal?: LimitJournal,
): Counters {
  const counters = new Map<string, Counter>()

  function counterOf(policy: string, rule: string, subject: string): Counter {
    const key = `${policy}|${rule}|${subject}`
    let counter = counters.get(key)
    if (!counter)
      counters.set(
        key,
        (counter = { hits: [], answered: new Map(), restricted_until: 0, refusals_in_a_row: 0, isHeard: false, under_way: 0 }),
      )
    return counter
  }

  const list = (policy: Policy, subjects: Subjects): Counted[] =>
    [...policy.rules].flatMap(([rule, windows]) => {
      const subject = subjects[rule]
      return subject === undefined ? [] : [{ rule, windows, subject, counter: counterOf(policy.name, rule, subject) }]
    })

  function restrict(policy: Policy, { rule, subject, counter }: Counted, until: number): void {
    if (until <= counter.restricted_until) return
    counter.restricted_until = until
    journal?.write({ is: 'restricted', policy: policy.name, rule, subject, until })
  }

  for (const note of journal?.notes ?? []) {
    if (note.is === 'asked') {
      const policy = findPolicy(note.endpoint)
      if (policy) recordHit(list(policy, note.subjects), note.at)
    } else if (note.is === 'counted') {
      const counter = counterOf(note.policy, note.rule, note.subject)
      counter.isHeard = true
      for (let count = 0; count < note.hits; count++) counter.hits.push(note.at)
    } else if (note.is === 'restricted') {
      const counter = counterOf(note.policy, note.rule, note.subject)
      counter.restricted_until = Math.max(counter.restricted_until, note.until)
    }
  }
  for (const counter of counters.values()) {
    counter.hits.sort((a, b) => a - b)
    counter.isHeard ||= counter.hits.length > 0
  }

  return {
    list,
    follow(endpoint, subjects) {
      let last: Followed = { policy: undefined, counted: [] }
      return () => {
        const policy = findPolicy(endpoint)
        if (policy !== last.policy) last = { policy, counted: policy ? list(policy, subjects) : [] }
        return last
      }
    },
    learn(policy, counted, headers) {
      const at = now()
      for (const of of counted) {
        const { rule, subject, counter } = of
        counter.isHeard = true
        for (const state of parseTriples(headers.get(`x-rate-limit-${rule}-state`))) {
          const known = countSince(counter.hits, at - state.period_s * 1000)
          const hits = state.hits - known
          for (let missing = hits; missing > 0; missing--) counter.hits.push(at)
          if (hits > 0) journal?.write({ is: 'counted', policy: policy.name, rule, subject, hits, at })
          const restriction_s = limitWait(state.restriction_s) ?? 0
          if (restriction_s > 0) restrict(policy, of, at + restriction_s * 1000)
        }
      }
    },
    punish(policy, counted, retryAfter_s) {
      const at = now()
      for (const of of counted) {
        const { rule, windows, counter } = of
        const last = windows.at(-1)
        const bucket_s = last ? bucketOf(rule, windows.length - 1, last) : 0
        const fallback_s = Math.max(0, counter.restricted_until - at) / 1000 || (last?.restriction_s ?? 60)
        const wait_s = (retryAfter_s ?? fallback_s) + bucket_s + 1
        restrict(policy, of, at + wait_s * 1000 * 2 ** Math.min(counter.refusals_in_a_row, 6))
        counter.refusals_in_a_row++
      }
    },
    measure(policies) {
      const at = now()
      const all = [...counters]
      return policies.flatMap(({ name: policy, rules }) =>
        [...rules].flatMap(([rule, windows]) => {
          const ours = all.filter(([key]) => key.startsWith(`${policy}|${rule}|`)).map(([, counter]) => counter)
          const pause_ms = Math.max(0, ...ours.map(({ restricted_until }) => restricted_until - at))
          return windows.map(({ hits: allowed, period_s }): LimitLeft => {
            const most = Math.max(0, ...ours.map(({ hits }) => countSince(hits, at - period_s * 1000)))
            return { policy, rule, period_seconds: period_s, allowed, left: Math.max(0, allowed - most), pause_ms }
          })
        }),
      )
    },
  }
}
