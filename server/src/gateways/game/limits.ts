import type { Clock } from '../../clock.ts'

/** One window of a rule: at most `hits` within `period_s`, else refused for `restriction_s`. Seconds of event time. */
export interface Window {
  readonly hits: number
  readonly period_s: number
  readonly restriction_s: number
}

export interface Policy {
  readonly name: string
  /** Rule name in lower case (account, ip, client) to its windows, shortest period first. */
  readonly rules: ReadonlyMap<string, readonly Window[]>
}

/** Who a request counts against, per rule name in lower case. */
export type Subjects = Readonly<Record<string, string>>

/**
 * The provider counts accounts in hidden buckets (5 s for the first window of a rule, 60 s for longer ones), so a window is
 * only safely over after period + bucket. Observed, and confirmed by the provider to a client author for the stash and
 * character policies. Rules for an address or a client have shown none; half of a short period is left for the ways of two
 * requests that take different times.
 */
const bucketOf = (rule: string, index: number, { period_s }: Window): number =>
  index > 0 ? 60 : rule === 'account' ? 5 : Math.min(5, period_s / 2)

/**
 * The provider closes an address for a while that sends too many bad requests; how many nobody knows, 120 within five
 * minutes is assumed. When many tokens die at once, the rest waits at half of that.
 */
const mostRefusals = 60
const refusalsLife_ms = 5 * 60_000

/** Participants may use other tools on the same account: one hit is left for them. */
const headroomOf = (rule: string, hits: number): number => (rule === 'account' && hits > 1 ? 1 : 0)

function parseTriples(text: string | null): Window[] {
  return (text ?? '')
    .split(',')
    .map((part) => /^\s*(\d+):(\d+):(\d+)\s*$/.exec(part))
    .filter((match) => match !== null)
    .map((match) => ({ hits: Number(match[1]), period_s: Number(match[2]), restriction_s: Number(match[3]) }))
}

/** Reads the policy that an answer advertises; null when it names none. Rule names vary in case. */
export function readPolicy(headers: { get(name: string): string | null }): Policy | null {
  const name = headers.get('x-rate-limit-policy')
  if (!name) return null
  const rules = new Map<string, readonly Window[]>()
  for (const rule of (headers.get('x-rate-limit-rules') ?? '').split(',').map((part) => part.trim().toLowerCase())) {
    const windows = rule === '' ? [] : parseTriples(headers.get(`x-rate-limit-${rule}`))
    if (windows.length > 0)
      rules.set(
        rule,
        windows.toSorted((a, b) => a.period_s - b.period_s),
      )
  }
  return { name, rules }
}

interface Counter {
  /** Times of requests, ascending, milliseconds of event time. */
  hits: number[]
  restricted_until: number
  refusals_in_a_row: number
}

export interface Ticket {
  /** Tells what came back; without headers (no answer at all) the request still counts as made. */
  settle(answer: { status: number; headers: { get(name: string): string | null } } | null): void
}

/**
 * Keeps us inside the provider's limits. One counter per policy and subject; the policy of an endpoint is learned from
 * its first answer, and until then one request to it is under way at a time. Counts are only ever corrected upwards.
 */
export function createLimiter(clock: Clock, options: { max_in_flight: number }) {
  const policyOf = new Map<string, Policy>()
  const counters = new Map<string, Counter>()
  const learning = new Set<string>()
  /** Times of bad requests, whoever's: answers 400 to 499. */
  let refusals: number[] = []
  let inFlight = 0
  let paused_until = 0

  function counterOf(policy: string, rule: string, subject: string): Counter {
    const key = `${policy}|${rule}|${subject}`
    let counter = counters.get(key)
    if (!counter) counters.set(key, (counter = { hits: [], restricted_until: 0, refusals_in_a_row: 0 }))
    return counter
  }

  function* countersOf(
    policy: Policy,
    subjects: Subjects,
  ): Generator<{ rule: string; windows: readonly Window[]; counter: Counter }> {
    for (const [rule, windows] of policy.rules) {
      const subject = subjects[rule]
      if (subject !== undefined) yield { rule, windows, counter: counterOf(policy.name, rule, subject) }
    }
  }

  /** Milliseconds until the next request may go; 0 = now. */
  function waitFor(endpoint: string, subjects: Subjects): number {
    const now = clock.now()
    let at = paused_until
    if (subjects['account'] !== undefined) {
      const last = refusals.at(-mostRefusals)
      if (last !== undefined) at = Math.max(at, last + refusalsLife_ms)
    }
    const policy = policyOf.get(endpoint)
    if (!policy) return Math.max(0, at - now)
    for (const { rule, windows, counter } of countersOf(policy, subjects)) {
      at = Math.max(at, counter.restricted_until)
      for (const [index, window] of windows.entries()) {
        const allowed = Math.max(1, window.hits - headroomOf(rule, window.hits))
        const span_ms = (window.period_s + bucketOf(rule, index, window)) * 1000
        const limiting = counter.hits.at(-allowed)
        if (limiting !== undefined) at = Math.max(at, limiting + span_ms)
        const latest = counter.hits.at(-1)
        // Even pace instead of a burst and a stall.
        if (index === 0 && latest !== undefined) at = Math.max(at, latest + span_ms / allowed)
      }
    }
    return Math.max(0, Math.ceil(at - now))
  }

  function recordHit(policy: Policy, subjects: Subjects, at: number): void {
    for (const { windows, counter } of countersOf(policy, subjects)) {
      counter.hits.push(at)
      const longest_ms = ((windows.at(-1)?.period_s ?? 0) + 60) * 1000
      while (counter.hits[0] !== undefined && counter.hits[0] < at - longest_ms) counter.hits.shift()
    }
  }

  function learn(policy: Policy, subjects: Subjects, headers: { get(name: string): string | null }): void {
    const now = clock.now()
    for (const { rule, counter } of countersOf(policy, subjects)) {
      for (const state of parseTriples(headers.get(`x-rate-limit-${rule}-state`))) {
        const known = counter.hits.filter((at) => at > now - state.period_s * 1000).length
        for (let missing = state.hits - known; missing > 0; missing--) counter.hits.push(now)
        if (state.restriction_s > 0)
          counter.restricted_until = Math.max(counter.restricted_until, now + state.restriction_s * 1000)
      }
    }
  }

  function punish(policy: Policy | undefined, subjects: Subjects, headers: { get(name: string): string | null }): void {
    const now = clock.now()
    const advertised = Number.parseInt(headers.get('retry-after') ?? '', 10)
    if (!policy) {
      paused_until = Math.max(paused_until, now + (Number.isNaN(advertised) ? 60 : advertised) * 1000 + 1000)
      return
    }
    for (const { rule, windows, counter } of countersOf(policy, subjects)) {
      const last = windows.at(-1)
      const bucket_s = last ? bucketOf(rule, windows.length - 1, last) : 0
      const fallback_s = Math.max(0, counter.restricted_until - now) / 1000 || (last?.restriction_s ?? 60)
      const wait_s = (Number.isNaN(advertised) ? fallback_s : advertised) + bucket_s + 1
      counter.restricted_until = Math.max(
        counter.restricted_until,
        now + wait_s * 1000 * 2 ** Math.min(counter.refusals_in_a_row, 6),
      )
      counter.refusals_in_a_row++
    }
  }

  const mayStart = (endpoint: string) => inFlight < options.max_in_flight && (policyOf.has(endpoint) || !learning.has(endpoint))
  const freed: (() => void)[] = []

  /**
   * Waits for a place. The caller must settle the ticket, whatever happens.
   * @returns null when the signal aborted first.
   */
  async function acquire(endpoint: string, subjects: Subjects, signal?: AbortSignal): Promise<Ticket | null> {
    for (;;) {
      if (signal?.aborted) return null
      const wait_ms = waitFor(endpoint, subjects)
      if (wait_ms > 0) await clock.sleep(wait_ms, signal, 'turn')
      else if (mayStart(endpoint)) break
      else await new Promise<void>((resolve) => freed.push(resolve))
    }
    const at = clock.now()
    inFlight++
    const known = policyOf.get(endpoint)
    if (known) recordHit(known, subjects, at)
    else learning.add(endpoint)

    function settle(answer: { status: number; headers: { get(name: string): string | null } } | null): void {
      inFlight--
      learning.delete(endpoint)
      if (answer && answer.status >= 400 && answer.status < 500) refusals = [...refusals.slice(1 - mostRefusals), clock.now()]
      const policy = (answer && readPolicy(answer.headers)) ?? known
      if (answer && policy) {
        policyOf.set(endpoint, policy)
        if (!known) recordHit(policy, subjects, at)
        learn(policy, subjects, answer.headers)
      }
      if (answer?.status === 429) punish(policy, subjects, answer.headers)
      else if (answer && policy) for (const { counter } of countersOf(policy, subjects)) counter.refusals_in_a_row = 0
      for (const wake of freed.splice(0)) wake()
    }
    return { settle }
  }

  /** Stops everything for a while: the provider's edge refuses our address. */
  function pauseAll(ms: number): void {
    paused_until = Math.max(paused_until, clock.now() + ms)
  }

  return { acquire, pauseAll, waitFor }
}
export type Limiter = ReturnType<typeof createLimiter>
