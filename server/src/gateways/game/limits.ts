import type { Clock } from '../../clock.ts'
import type { Heading } from '../exchange.ts'
import { limitWait, readRetryAfter } from '../retry-after.ts'
import type { LimitJournal, LimitNote } from './limit-journal.ts'
import { bucketOf, createPolicyReader, headroomOf, parseTriples, type Policy, type Subjects, type Window } from './policy.ts'

/**
 * The provider closes an address for a while that sends too many bad requests; how many nobody knows, 120 within five
 * minutes is assumed. When many tokens die at once, those of which nothing was heard since wait at half of that, and whoever
 * has a token that works at three quarters.
 */
const mostRefusals = { doubtful: 60, all: 90 }
const refusalsLife_ms = 5 * 60_000

/** What counts against one rule of a policy, for whom it counts. */
interface Counted {
  readonly rule: string
  readonly windows: readonly Window[]
  readonly subject: string
  readonly counter: Counter
}

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

export interface Acquiring {
  /** What is asked for; see `Clock.oneByOne`. */
  readonly name?: string
  readonly signal?: AbortSignal | undefined
  readonly gate?: Gate | undefined
  /** Hears when the request begins to wait for time to pass, and when that is over. */
  readonly onLine?: ((isWaiting: boolean) => void) | undefined
}

/** What else a request has to pass when it is its turn. */
export interface Gate {
  /** `wait` until another is answered, or `drop` it. */
  look(): 'go' | 'wait' | 'drop'
  /** It leaves. */
  pass(): void
  /** Whether it may be refused, because others were and nobody has heard of this token since. */
  isDoubtful(): boolean
}

/** How many of these ascending times are later than that. */
function countSince(times: readonly number[], after: number): number {
  let count = 0
  while (count < times.length && (times.at(-1 - count) ?? 0) > after) count++
  return count
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
  const readPolicy = createPolicyReader()
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

  function listCounters(policy: Policy, subjects: Subjects): Counted[] {
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
        if (policy) recordHit(listCounters(policy, note.subjects), note.at)
      } else if (note.is === 'counted') {
        const counter = counterOf(note.policy, note.rule, note.subject)
        counter.isHeard = true
        for (let count = 0; count < note.hits; count++) counter.hits.push(note.at)
      } else if (note.is === 'restricted') {
        const counter = counterOf(note.policy, note.rule, note.subject)
        counter.restricted_until = Math.max(counter.restricted_until, note.until)
      } else if (note.is === 'paused') paused_until = Math.max(paused_until, note.until)
      else if (note.is === 'refused') refusals = [...refusals.slice(1 - mostRefusals.all), note.at]
    }
    for (const counter of counters.values()) {
      counter.hits.sort((a, b) => a - b)
      counter.isHeard ||= counter.hits.length > 0
    }
  }

  /** What requests to an endpoint count against. Asked often while one stands in line, so it is found once a policy. */
  function createLook(endpoint: string, subjects: Subjects) {
    let policy: Policy | undefined
    let counted: readonly Counted[] = []
    return () => {
      const newest = policyOf.get(endpoint)
      if (newest !== policy) counted = newest ? listCounters(newest, subjects) : []
      policy = newest
      return { policy, counted }
    }
  }

  /** Milliseconds until the next request may go; 0 = now. */
  const waitFor = (endpoint: string, subjects: Subjects): number =>
    readWait(createLook(endpoint, subjects)().counted, subjects, true)

  function readWait(counted: readonly Counted[], subjects: Subjects, isDoubtful: boolean): number {
    const now = clock.now()
    let at = paused_until
    if (subjects['account'] !== undefined) {
      const last = refusals.at(-(isDoubtful ? mostRefusals.doubtful : mostRefusals.all))
      if (last !== undefined) at = Math.max(at, last + refusalsLife_ms)
    }
    for (const { rule, windows, counter } of counted) {
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

  function recordHit(counted: readonly Counted[], at: number): void {
    for (const { windows, counter } of counted) {
      counter.hits.push(at)
      const longest_ms = ((windows.at(-1)?.period_s ?? 0) + 60) * 1000
      while (counter.hits[0] !== undefined && counter.hits[0] < at - longest_ms) counter.hits.shift()
    }
  }

  function restrict(policy: Policy, { rule, subject, counter }: Counted, until: number): void {
    if (until <= counter.restricted_until) return
    counter.restricted_until = until
    journal?.write({ is: 'restricted', policy: policy.name, rule, subject, until })
  }

  function learn(policy: Policy, counted: readonly Counted[], headers: Heading['headers']): void {
    const now = clock.now()
    for (const of of counted) {
      const { rule, subject, counter } = of
      counter.isHeard = true
      for (const state of parseTriples(headers.get(`x-rate-limit-${rule}-state`))) {
        const known = countSince(counter.hits, now - state.period_s * 1000)
        const hits = state.hits - known
        for (let missing = hits; missing > 0; missing--) counter.hits.push(now)
        if (hits > 0) journal?.write({ is: 'counted', policy: policy.name, rule, subject, hits, at: now })
        const restriction_s = limitWait(state.restriction_s) ?? 0
        if (restriction_s > 0) restrict(policy, of, now + restriction_s * 1000)
      }
    }
  }

  function punish(policy: Policy | null | undefined, counted: readonly Counted[], headers: Heading['headers']): void {
    const now = clock.now()
    const advertised = readRetryAfter(headers)
    if (!policy) return pauseAll((advertised ?? 60) * 1000 + 1000)
    for (const of of counted) {
      const { rule, windows, counter } = of
      const last = windows.at(-1)
      const bucket_s = last ? bucketOf(rule, windows.length - 1, last) : 0
      const fallback_s = Math.max(0, counter.restricted_until - now) / 1000 || (last?.restriction_s ?? 60)
      const wait_s = (advertised ?? fallback_s) + bucket_s + 1
      restrict(policy, of, now + wait_s * 1000 * 2 ** Math.min(counter.refusals_in_a_row, 6))
      counter.refusals_in_a_row++
    }
  }

  const countRoom = () => (isProbing ? 1 : options.max_in_flight) - inFlight

  /** Those for whom it is time, and who wait for the answer to another request. First come, first served. */
  let waiting: { readonly judge: () => 'stay' | 'start' | 'look'; readonly wake: () => void }[] = []

  /**
   * Lets those go on for whom there is room now, and of those before them whoever has something else to do than to start.
   * Without room nobody is looked at: somebody is on the way then, whose end calls this again. So does whoever was let go and
   * does not start, so that the room is not lost.
   */
  function wakeWaiting(): void {
    let room = countRoom()
    waiting = waiting.filter(({ judge, wake }) => {
      const verdict = room <= 0 ? 'stay' : judge()
      if (verdict === 'stay') return true
      if (verdict === 'start') room--
      wake()
      return false
    })
  }

  /**
   * Waits for a place. The caller must settle the ticket, whatever happens.
   * @returns null when the signal aborted first, or the gate dropped it.
   */
  async function acquire(
    endpoint: string,
    subjects: Subjects,
    { name = '', signal, gate, onLine }: Acquiring = {},
  ): Promise<Ticket | null> {
    const look = createLook(endpoint, subjects)
    const isDoubtful = () => gate?.isDoubtful() ?? false
    const readOwnWait = () => readWait(look().counted, subjects, isDoubtful())
    const mayStart = () => {
      const { policy, counted } = look()
      if (countRoom() <= 0) return false
      if (!policy) return !learning.has(endpoint)
      return counted.every(({ counter }) => counter.isHeard || counter.under_way === 0)
    }
    const judge = () => {
      const said = gate?.look() ?? 'go'
      if (signal?.aborted || said === 'drop' || readOwnWait() > 0) return 'look'
      return said === 'go' && mayStart() ? 'start' : 'stay'
    }
    for (let wasWoken = false; ; ) {
      const turn = wasWoken ? undefined : clock.oneByOne?.(name, isDoubtful())
      if (turn) {
        onLine?.(true)
        await turn
        onLine?.(false)
      }
      const verdict = judge()
      if (verdict === 'start') break
      if (wasWoken) wakeWaiting()
      if (verdict === 'stay') await new Promise<void>((wake) => waiting.push({ judge, wake }))
      else if (signal?.aborted || gate?.look() === 'drop') return null
      else {
        onLine?.(true)
        await clock.sleep(readOwnWait(), signal, 'turn')
        onLine?.(false)
      }
      wasWoken = verdict === 'stay'
    }
    // At once: whoever looks next must see it.
    gate?.pass()
    const at = clock.now()
    inFlight++
    const { policy: known, counted: ours } = look()
    for (const { counter } of ours) counter.under_way++
    if (known) recordHit(ours, at)
    else learning.add(endpoint)
    // Before it leaves: whatever becomes of us, the next process knows of it.
    journal?.write({ is: 'asked', endpoint, subjects, at })
    const begun = pauses

    function settle(answer: Heading | null): void {
      inFlight--
      for (const { counter } of ours) counter.under_way--
      learning.delete(endpoint)
      if (answer && answer.status >= 400 && answer.status < 500) noteRefusal()
      const policy = (answer && readPolicy(answer.headers)) ?? known
      const counted = policy === known ? ours : policy ? listCounters(policy, subjects) : []
      if (answer && policy) {
        notePolicy(endpoint, policy)
        if (!known) recordHit(counted, at)
        learn(policy, counted, answer.headers)
      }
      if (answer?.status === 429) punish(policy, counted, answer.headers)
      else if (answer && policy) for (const { counter } of counted) counter.refusals_in_a_row = 0
      if (answer && begun === pauses && !isEdgePage(answer)) isProbing = false
      wakeWaiting()
    }
    return { settle }
  }

  function notePolicy(endpoint: string, policy: Policy): void {
    const before = policyOf.get(endpoint)
    if (before === policy) return
    policyOf.set(endpoint, policy)
    const rules = [...policy.rules]
    if (before?.name === policy.name && JSON.stringify([...before.rules]) === JSON.stringify(rules)) return
    journal?.write({ is: 'policy', endpoint, name: policy.name, rules })
  }

  function noteRefusal(): void {
    const at = clock.now()
    refusals = [...refusals.slice(1 - mostRefusals.all), at]
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
