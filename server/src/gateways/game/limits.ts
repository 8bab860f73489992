import type { Clock } from '../../clock.ts'
import type { Heading } from '../exchange.ts'
import { readRetryAfter } from '../retry-after.ts'
import { type Counted, createCounters, findNextTurn, type Followed, recordAnswer, recordHit } from './counters.ts'
import { createEdge } from './edge.ts'
import type { LimitJournal } from './limit-journal.ts'
import type { Subjects } from './policy.ts'
import { createPolicyBook } from './policy-book.ts'
import { createWaitingRoom, type Verdict } from './waiting-room.ts'

export interface Ticket {
  /** Call this with the answer's head, or null if there was no answer; the request counts in both cases. */
  settle(answer: Heading | null): void
}

export interface Acquiring {
  readonly signal?: AbortSignal | undefined
  readonly gate?: Gate | undefined
  /** Called with true when the request starts to wait for time to pass, and with false when it continues. */
  readonly onLine?: ((isWaiting: boolean) => void) | undefined
}

/** A further condition for sending a request. */
export interface Gate {
  /** `wait` for the answer to another request, or `drop` this one. */
  look(): 'go' | 'wait' | 'drop'
  /** Called when the request is sent. */
  pass(): void
  /** Whether the request may be refused: other tokens were, and this one has not worked since. */
  isUnproven(): boolean
}

/**
 * Keeps requests inside the provider's rate limits, with one counter per policy and subject. The policy of an endpoint is learned
 * from its first answer; until then only one request at a time is sent to it. Counts are only corrected upwards.
 * @param options.journal carries requests from one process to the next.
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

  function readWait(counted: readonly Counted[], subjects: Subjects, isUnproven: boolean): number {
    const isOfAccount = subjects['account'] !== undefined
    const at = Math.max(edge.findNextTurn({ isOfAccount, isUnproven }), findNextTurn(counted))
    return Math.max(0, Math.ceil(at - clock.now()))
  }

  /** Milliseconds until the next request may be sent; 0 for now. */
  const waitFor = (endpoint: string, subjects: Subjects): number =>
    readWait(counters.follow(endpoint, subjects)().counted, subjects, true)

  /**
   * Waits for permission to send. The caller must settle the ticket in every case.
   * @returns null if the signal aborted first or the gate dropped the request.
   */
  async function acquire(endpoint: string, subjects: Subjects, { signal, gate, onLine }: Acquiring = {}): Promise<Ticket | null> {
    const read = counters.follow(endpoint, subjects)
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
    // Immediately, so that the next request sees it.
    gate?.pass()
    return leave(endpoint, subjects, read())
  }

  /** Counts a request that is being sent. */
  function leave(endpoint: string, subjects: Subjects, { policy: known, counted: ours }: Followed): Ticket {
    const at = clock.now()
    inFlight++
    for (const { counter } of ours) counter.under_way++
    if (known) recordHit(ours, at)
    else book.beginLearning(endpoint)
    // Written before sending, so that the next process knows of the request even after a crash.
    journal?.write({ is: 'asked', endpoint, subjects, at })
    const tellEdge = edge.begin()

    function learn(answer: Heading): void {
      const policy = book.learn(endpoint, answer) ?? known
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
    /** Call this when a gate has changed: waiting requests are evaluated again. */
    lookAgain: () => waitingRoom.letGo(),
    waitFor,
    measure: () => counters.measure(book.list()),
  }
}
export type Limiter = ReturnType<typeof createLimiter>
