import type { Heading } from '../exchange.ts'
import { limitWait } from '../retry-after.ts'
import type { LimitJournal } from './limit-journal.ts'
import { bucketOf, hasHiddenBucket, headroomOf, parseTriples, type Policy, type Subjects, type Window } from './policy.ts'

/** What counts against one rule of a policy, for whom it counts. */
export interface Counted {
  readonly rule: string
  readonly windows: readonly Window[]
  readonly subject: string
  readonly counter: Counter
}

export interface Counter {
  /** Times of requests, ascending, milliseconds of event time. */
  hits: number[]
  /** When the answers to hits arrived. */
  answered: Map<number, number>
  restricted_until: number
  refusals_in_a_row: number
  /** An answer, or an earlier process, has told what was asked before us. Until then one request at a time finds out. */
  isHeard: boolean
  under_way: number
}

/** How many of these ascending times are later than that. */
function countSince(times: readonly number[], after: number): number {
  let count = 0
  while (count < times.length && (times.at(-1 - count) ?? 0) > after) count++
  return count
}

/** Notes that a request left. */
export function recordHit(counted: readonly Counted[], at: number): void {
  for (const { windows, counter } of counted) {
    counter.hits.push(at)
    const longest_ms = ((windows.at(-1)?.period_s ?? 0) + 60) * 1000
    while (counter.hits[0] !== undefined && counter.hits[0] < at - longest_ms) counter.answered.delete(counter.hits.shift() ?? 0)
  }
}

/** Notes that the answer to a request arrived. */
export function recordAnswer(counted: readonly Counted[], hit: number, at: number): void {
  for (const { counter } of counted) if ((counter.hits[0] ?? at) <= hit) counter.answered.set(hit, at)
}

/**
 * The provider counted an answered request before its answer arrived, so nothing is added for its way: a window without a hidden
 * bucket is over a period after the answer. The margin is for clocks.
 */
const margin_ms = 100

/** When a part of a window after a hit is over. */
function findEnd({ rule, counter }: Counted, index: number, window: Window, hit: number, part: number): number {
  const ms = window.period_s * 1000
  const end = hit + (ms + bucketOf(rule, index, window) * 1000) * part
  const answered = counter.answered.get(hit)
  return answered === undefined || hasHiddenBucket(rule, index) ? end : Math.min(end, answered + (ms + margin_ms) * part)
}

/** From when on the next request may go, as far as these are concerned. */
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
      // Even pace instead of a burst and a stall.
      if (index === 0 && latest !== undefined) at = Math.max(at, findEnd(of, index, window, latest, 1 / allowed))
    }
  }
  return at
}

/** What is left of a window of a policy; where subjects count each for themselves, of the one that has least. */
export interface LimitLeft {
  readonly policy: string
  readonly rule: string
  readonly period_seconds: number
  readonly allowed: number
  readonly left: number
  /** Event time, milliseconds: until requests are taken again after a refusal; 0 = they are. */
  readonly pause_ms: number
}

/** One counter per policy, rule and subject. Counts are only ever corrected upwards. */
export interface Counters {
  /** What requests of these subjects count against. */
  list(policy: Policy, subjects: Subjects): Counted[]
  /** Believes an answer that counts more than we did. */
  learn(policy: Policy, counted: readonly Counted[], headers: Heading['headers']): void
  /** Stops after a refusal, for twice as long after each that follows. */
  punish(policy: Policy, counted: readonly Counted[], retryAfter_s: number | null): void
  /** How the windows of these policies stand now. */
  measure(policies: readonly Policy[]): LimitLeft[]
}

/**
 * @param findPolicy the policy of an endpoint.
 * @param journal what earlier processes counted, and where the next one reads what this one did.
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
