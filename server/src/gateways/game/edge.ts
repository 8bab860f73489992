import type { Heading } from '../exchange.ts'
import type { LimitJournal } from './limit-journal.ts'

/**
 * The provider blocks an address for a while after too many bad requests. The limit is unknown; 120 within five minutes is
 * assumed. When many tokens die at once, requests with unproven tokens wait at half of that, and those with working tokens at
 * three quarters.
 */
const maxRefusals = { unproven: 60, all: 90 }
const refusalsLife_ms = 5 * 60_000

const isEdgePage = ({ status, headers }: Heading) =>
  (status === 403 || status === 429) && /html/i.test(headers.get('content-type') ?? '')

/** Whether the edge of the provider's network accepts requests from this server's address. */
export interface Edge {
  /** Earliest time for a request as far as the edge is concerned. */
  findNextTurn(request: { readonly isOfAccount: boolean; readonly isUnproven: boolean }): number
  /**
   * It is unknown whether the edge accepts this address: after a start and after a refusal. One request tests it before others
   * follow.
   */
  isProbing(): boolean
  /** Pauses all requests. Afterwards a single request is sent first. */
  pause(ms: number): void
  /** Called when a request is sent. @returns a function to call with its answer. */
  begin(): (answer: Heading) => void
}

/** @param journal carries pauses and refusals from one process to the next. */
export function createEdge(now: () => number, journal?: LimitJournal): Edge {
  /** Times of bad requests of all accounts: answers 400 to 499. */
  let refusals: readonly number[] = []
  let paused_until = 0
  let isProbing = true
  /** Number of pauses: a request sent before a pause proves nothing about the time after it. */
  let pauses = 0
  const addRefusal = (at: number) => (refusals = [...refusals.slice(1 - maxRefusals.all), at])
  for (const note of journal?.notes ?? []) {
    if (note.is === 'paused') paused_until = Math.max(paused_until, note.until)
    else if (note.is === 'refused') addRefusal(note.at)
  }

  return {
    findNextTurn({ isOfAccount, isUnproven }) {
      if (!isOfAccount) return paused_until
      const last = refusals.at(-(isUnproven ? maxRefusals.unproven : maxRefusals.all))
      return last === undefined ? paused_until : Math.max(paused_until, last + refusalsLife_ms)
    },
    isProbing: () => isProbing,
    pause(ms) {
      const until = now() + ms
      isProbing = true
      pauses++
      if (until <= paused_until) return
      paused_until = until
      journal?.write({ is: 'paused', until })
    },
    begin() {
      const begun = pauses
      return (answer) => {
        if (answer.status >= 400 && answer.status < 500) {
          const at = now()
          addRefusal(at)
          journal?.write({ is: 'refused', at })
        }
        if (begun === pauses && !isEdgePage(answer)) isProbing = false
      }
    },
  }
}
