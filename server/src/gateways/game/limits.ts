import type { Clock } from '../../clock.ts'
import type { Heading } from '../exchange.ts'
import type { LimitJournal, LimitNote } from './limit-journal.ts'
import { bucketOf, headroomOf, parseTriples, type Policy, readPolicy, type Subjects } from './policy.ts'

/**
 * The provider closes an address for a while that sends too many bad requests; how many nobody knows, 120 within five
 * minutes is assumed. When many tokens die at once, the rest waits at half of that.
 */
const mostRefusals = 60
const refusalsLife_ms = 5 * 60_000

interface Counter {
  /** Times of requests, ascending, milliseconds of event time. */
  hits: number[]
  restricted_until: number
  refusals_in_a_row: number
  /** An answer, or an earlier process, has told what was asked before us. Until then one request at a time finds out. */
  isHeard: boolean
  under_way: number
}

export interface Ticket {
  /** Tells what came back; without headers (no answer at all) the request still counts as made. */
  settle(answer: Heading | null): void
}

/** What else a request has to pass when it is its turn. */
export interface Gate {
  /** `wait` until another is answered, or `drop` it. */
  look(): 'go' | 'wait' | 'drop'
  /** It leaves. */
  pass(): void
}

const isEdgePage = ({ status, headers }: Heading) =>
  (status === 403 || status === 429) && /html/i.test(headers.get('content-type') ?? '')

/**
 * Keeps us inside the provider's limits. One counter per policy and subject; the policy of an endpoint is learned from
 * its first answer, and until then one request to it is under way at a time. Counts are only ever corrected upwards.
 * @param options.journal what earlier processes asked, and where the next one reads what this one did.
 */
export function createLimiter(clock: Clock, options: { max_in_flight: number; journal?: LimitJournal | undefined }) {
  const { journal } = options
  const policyOf = new Map<string, Policy>()
  const counters = new Map<string, Counter>()
  const learning = new Set<string>()
  /** Times of bad requests, whoever's: answers 400 to 499. */
  let refusals: number[] = []
  let inFlight = 0
  let paused_until = 0
  /**
   * Nobody knows whether the provider's edge lets us in: after a start, and after it refused our address. One request finds
   * out before others follow.
   */
  let isProbing = true
  /** Counts the pauses: what was under way when one began says nothing about what comes after it. */
  let pauses = 0

  function counterOf(policy: string, rule: string, subject: string): Counter {
    const key = `${policy}|${rule}|${subject}`
    let counter = counters.get(key)
    if (!counter)
      counters.set(key, (counter = { hits: [], restricted_until: 0, refusals_in_a_row: 0, isHeard: false, under_way: 0 }))
    return counter
  }

  function listCounters(policy: Policy, subjects: Subjects) {
    return [...policy.rules].flatMap(([rule, windows]) => {
      const subject = subjects[rule]
      return subject === undefined ? [] : [{ rule, windows, subject, counter: counterOf(policy.name, rule, subject) }]
    })
  }

  /** Takes over what an earlier process wrote down. */
  function replay(notes: readonly LimitNote[]): void {
    for (const note of notes)
      if (note.is === 'policy') policyOf.set(note.endpoint, { name: note.name, rules: new Map(note.rules) })
    for (const note of notes) {
      if (note.is === 'asked') {
        const policy = policyOf.get(note.endpoint)
        if (policy) recordHit(policy, note.subjects, note.at)
      } else if (note.is === 'counted') {
        const counter = counterOf(note.policy, note.rule, note.subject)
        counter.isHeard = true
        for (let count = 0; count < note.hits; count++) counter.hits.push(note.at)
      } else if (note.is === 'restricted') {
        const counter = counterOf(note.policy, note.rule, note.subject)
        counter.restricted_until = Math.max(counter.restricted_until, note.until)
      } else if (note.is === 'paused') paused_until = Math.max(paused_until, note.until)
      else if (note.is === 'refused') refusals = [...refusals.slice(1 - mostRefusals), note.at]
    }
    for (const counter of counters.values()) {
      counter.hits.sort((a, b) => a - b)
      counter.isHeard ||= counter.hits.length > 0
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
    for (const { rule, windows, counter } of listCounters(policy, subjects)) {
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
    for (const { windows, counter } of listCounters(policy, subjects)) {
      counter.hits.push(at)
      const longest_ms = ((windows.at(-1)?.period_s ?? 0) + 60) * 1000
      while (counter.hits[0] !== undefined && counter.hits[0] < at - longest_ms) counter.hits.shift()
    }
  }

  function restrict(policy: Policy, { rule, subject, counter }: ReturnType<typeof listCounters>[number], until: number): void {
    if (until <= counter.restricted_until) return
    counter.restricted_until = until
    journal?.write({ is: 'restricted', policy: policy.name, rule, subject, until })
  }

  function learn(policy: Policy, subjects: Subjects, headers: Heading['headers']): void {
    const now = clock.now()
    for (const of of listCounters(policy, subjects)) {
      const { rule, subject, counter } = of
      counter.isHeard = true
      for (const state of parseTriples(headers.get(`x-rate-limit-${rule}-state`))) {
        const known = counter.hits.filter((at) => at > now - state.period_s * 1000).length
        const hits = state.hits - known
        for (let missing = hits; missing > 0; missing--) counter.hits.push(now)
        if (hits > 0) journal?.write({ is: 'counted', policy: policy.name, rule, subject, hits, at: now })
        if (state.restriction_s > 0) restrict(policy, of, now + state.restriction_s * 1000)
      }
    }
  }

  function punish(policy: Policy | undefined, subjects: Subjects, headers: Heading['headers']): void {
    const now = clock.now()
    const advertised = Number.parseInt(headers.get('retry-after') ?? '', 10)
    if (!policy) return pauseAll((Number.isNaN(advertised) ? 60 : advertised) * 1000 + 1000)
    for (const of of listCounters(policy, subjects)) {
      const { rule, windows, counter } = of
      const last = windows.at(-1)
      const bucket_s = last ? bucketOf(rule, windows.length - 1, last) : 0
      const fallback_s = Math.max(0, counter.restricted_until - now) / 1000 || (last?.restriction_s ?? 60)
      const wait_s = (Number.isNaN(advertised) ? fallback_s : advertised) + bucket_s + 1
      restrict(policy, of, now + wait_s * 1000 * 2 ** Math.min(counter.refusals_in_a_row, 6))
      counter.refusals_in_a_row++
    }
  }

  function mayStart(endpoint: string, subjects: Subjects): boolean {
    if (inFlight >= (isProbing ? 1 : options.max_in_flight)) return false
    const policy = policyOf.get(endpoint)
    if (!policy) return !learning.has(endpoint)
    return listCounters(policy, subjects).every(({ counter }) => counter.isHeard || counter.under_way === 0)
  }
  const freed: (() => void)[] = []

  /**
   * Waits for a place. The caller must settle the ticket, whatever happens.
   * @returns null when the signal aborted first, or the gate dropped it.
   */
  async function acquire(
    endpoint: string,
    subjects: Subjects,
    { signal, gate }: { signal?: AbortSignal | undefined; gate?: Gate | undefined } = {},
  ): Promise<Ticket | null> {
    for (;;) {
      const said = gate?.look() ?? 'go'
      if (signal?.aborted || said === 'drop') return null
      const wait_ms = waitFor(endpoint, subjects)
      if (wait_ms > 0) await clock.sleep(wait_ms, signal, 'turn')
      else if (said === 'go' && mayStart(endpoint, subjects)) break
      else await new Promise<void>((resolve) => freed.push(resolve))
    }
    // At once: whoever looks next must see it.
    gate?.pass()
    const at = clock.now()
    inFlight++
    const known = policyOf.get(endpoint)
    const ours = known ? listCounters(known, subjects).map(({ counter }) => counter) : []
    for (const counter of ours) counter.under_way++
    if (known) recordHit(known, subjects, at)
    else learning.add(endpoint)
    // Before it leaves: whatever becomes of us, the next process knows of it.
    journal?.write({ is: 'asked', endpoint, subjects, at })
    const begun = pauses

    function settle(answer: Heading | null): void {
      inFlight--
      for (const counter of ours) counter.under_way--
      learning.delete(endpoint)
      if (answer && answer.status >= 400 && answer.status < 500) noteRefusal()
      const policy = (answer && readPolicy(answer.headers)) ?? known
      if (answer && policy) {
        notePolicy(endpoint, policy)
        if (!known) recordHit(policy, subjects, at)
        learn(policy, subjects, answer.headers)
      }
      if (answer?.status === 429) punish(policy, subjects, answer.headers)
      else if (answer && policy) for (const { counter } of listCounters(policy, subjects)) counter.refusals_in_a_row = 0
      if (answer && begun === pauses && !isEdgePage(answer)) isProbing = false
      for (const wake of freed.splice(0)) wake()
    }
    return { settle }
  }

  function notePolicy(endpoint: string, policy: Policy): void {
    const before = policyOf.get(endpoint)
    policyOf.set(endpoint, policy)
    const rules = [...policy.rules]
    if (before?.name === policy.name && JSON.stringify([...before.rules]) === JSON.stringify(rules)) return
    journal?.write({ is: 'policy', endpoint, name: policy.name, rules })
  }

  function noteRefusal(): void {
    const at = clock.now()
    refusals = [...refusals.slice(1 - mostRefusals), at]
    journal?.write({ is: 'refused', at })
  }

  /** Stops everything for a while: the provider's edge refuses our address. What comes then begins with one request. */
  function pauseAll(ms: number): void {
    const until = clock.now() + ms
    isProbing = true
    pauses++
    if (until <= paused_until) return
    paused_until = until
    journal?.write({ is: 'paused', until })
  }

  replay(journal?.notes ?? [])
  return { acquire, pauseAll, waitFor }
}
export type Limiter = ReturnType<typeof createLimiter>
