import type { Clock } from '../../clock.ts'
import type { Heading } from '../exchange.ts'
import { readRetryAfter } from '../retry-after.ts'
import { type Counted, createCounters, findNextTurn, recordAnswer, recordHit } from './counters.ts'
import { createEdge } from './edge.ts'
import type { LimitJournal } from './limit-journal.ts'
import type { Policy, Subjects } from './policy.ts'
import { createPolicyBook } from './policy-book.ts'
import { createWaitingRoom, type Verdict } from './waiting-room.ts'

export interface Ticket {
  /** Tells what came back; without headers (no answer at all) the request still counts as made. */
  settle(answer: Heading | null): void
}

export interface Acquiring {
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
  isUnproven(): boolean
}

/**
 * Keeps us inside the provider's limits. One counter per policy and subject; the policy of an endpoint is learned from
 * its first answer, and until then one request to it is under way at a time. Counts are only ever corrected upwards.
 * @param options.journal what earlier processes asked, and where the next one reads what this one did.
 */
export function createLimiter(
  clock: Clock,
  { max_in_flight, journal }: { max_in_flight: number; journal?: LimitJournal | undefined },
) {
  const now = () => clock.now()
  const book = createPolicyBook(journal)
  const counters = createCounters(now, (endpoint) => book.find(endpoint), journal)
  const edge = createEdge(now, journal)
  let inFlight = 0
  const countRoom = () => (edge.isProbing() ? 1 : max_in_flight) - inFlight
  const waitingRoom = createWaitingRoom(countRoom)

  /** What requests to an endpoint count against. Asked often while one is queued, so it is found once a policy. */
  function createReader(endpoint: string, subjects: Subjects) {
    let policy: Policy | undefined
    let counted: readonly Counted[] = []
    return () => {
      const newest = book.find(endpoint)
      if (newest !== policy) counted = newest ? counters.list(newest, subjects) : []
      policy = newest
      return { policy, counted }
    }
  }

  function readWait(counted: readonly Counted[], subjects: Subjects, isUnproven: boolean): number {
    const isOfAccount = subjects['account'] !== undefined
    const at = Math.max(edge.findNextTurn({ isOfAccount, isUnproven }), findNextTurn(counted))
    return Math.max(0, Math.ceil(at - clock.now()))
  }

  /** Milliseconds until the next request may go; 0 = now. */
  const waitFor = (endpoint: string, subjects: Subjects): number =>
    readWait(createReader(endpoint, subjects)().counted, subjects, true)

  /**
   * Waits for a place. The caller must settle the ticket, whatever happens.
   * @returns null when the signal aborted first, or the gate dropped it.
   */
  async function acquire(endpoint: string, subjects: Subjects, { signal, gate, onLine }: Acquiring = {}): Promise<Ticket | null> {
    const read = createReader(endpoint, subjects)
    const isUnproven = () => gate?.isUnproven() ?? false
    const readOwnWait = () => readWait(read().counted, subjects, isUnproven())
    const mayStart = () => {
      const { policy, counted } = read()
      if (countRoom() <= 0) return false
      if (!policy) return !book.isLearning(endpoint)
      return counted.every(({ counter }) => counter.isHeard || counter.under_way === 0)
    }
    const judge = (): Verdict => {
      const said = gate?.look() ?? 'go'
      if (signal?.aborted || said === 'drop' || readOwnWait() > 0) return 'something else'
      return said === 'go' && mayStart() ? 'start' : 'wait'
    }
    for (let wasWoken = false; ; ) {
      const verdict = judge()
      if (verdict === 'start') break
      if (wasWoken) waitingRoom.letGo()
      if (verdict === 'wait') await waitingRoom.wait(judge)
      else if (signal?.aborted || gate?.look() === 'drop') return null
      else {
        onLine?.(true)
        await clock.sleep(readOwnWait(), signal)
        onLine?.(false)
      }
      wasWoken = verdict === 'wait'
    }
    // At once: whoever looks next must see it.
    gate?.pass()
    return leave(endpoint, subjects, read())
  }

  /** Counts a request that leaves now. */
  function leave(
    endpoint: string,
    subjects: Subjects,
    { policy: known, counted: ours }: { policy: Policy | undefined; counted: readonly Counted[] },
  ): Ticket {
    const at = clock.now()
    inFlight++
    for (const { counter } of ours) counter.under_way++
    if (known) recordHit(ours, at)
    else book.beginLearning(endpoint)
    // Before it leaves: whatever becomes of us, the next process knows of it.
    journal?.write({ is: 'asked', endpoint, subjects, at })
    const tellEdge = edge.begin()

    function learn(answer: Heading): void {
      const advertised = book.learn(endpoint, answer)
      const policy = advertised ?? known
      const counted = policy === known ? ours : policy ? counters.list(policy, subjects) : []
      if (policy) {
        if (!known) recordHit(counted, at)
        recordAnswer(counted, at, clock.now())
        counters.learn(policy, counted, answer.headers)
      }
      if (answer.status !== 429) for (const { counter } of counted) counter.refusals_in_a_row = 0
      else if (policy) counters.punish(policy, counted, readRetryAfter(answer.headers))
      else edge.pause((readRetryAfter(answer.headers) ?? 60) * 1000 + 1000)
    }

    return {
      settle(answer) {
        inFlight--
        for (const { counter } of ours) counter.under_way--
        book.endLearning(endpoint)
        if (answer) {
          learn(answer)
          tellEdge(answer)
        }
        waitingRoom.letGo()
      },
    }
  }

  return {
    acquire,
    pauseAll: (ms: number) => edge.pause(ms),
    /** A gate has changed: requests that wait for it are judged again. */
    lookAgain: () => waitingRoom.letGo(),
    waitFor,
    measure: () => counters.measure(book.list()),
  }
}
export type Limiter = ReturnType<typeof createLimiter>
