import type { Heading } from '../exchange.ts'
import type { LimitJournal } from './limit-journal.ts'

/**
 * The provider closes an address for a while that sends too many bad requests; how many nobody knows, 120 within five
 * minutes is assumed. When many tokens die at once, those of which nothing was heard since wait at half of that, and whoever
 * has a token that works at three quarters.
 */
const mostRefusals = { unproven: 60, all: 90 }
const refusalsLife_ms = 5 * 60_000

const isEdgePage = ({ status, headers }: Heading) =>
  (status === 403 || status === 429) && /html/i.test(headers.get('content-type') ?? '')

/** Whether the edge of the provider's network lets our address in. */
export interface Edge {
  /** From when on a request may go, as far as the edge is concerned. */
  findNextTurn(request: { readonly isOfAccount: boolean; readonly isUnproven: boolean }): number
  /**
   * Nobody knows whether we are let in: after a start, and after we were refused. One request finds out before others follow.
   */
  isProbing(): boolean
  /** Stops everything for a while. What comes then begins with one request. */
  pause(ms: number): void
  /** A request leaves. @returns what is to be told of the answer to it. */
  begin(): (answer: Heading) => void
}

/** @param journal what earlier processes met, and where the next one reads what this one did. */
export function createEdge(now: () => number, journal?: LimitJournal): Edge {
  /** Times of bad requests, whoever's: answers 400 to 499. */
  let refusals: readonly number[] = []
  let paused_until = 0
  let isProbing = true
  /** Counts the pauses: what was under way when one began says nothing about what comes after it. */
  let pauses = 0
  const addRefusal = (at: number) => (refusals = [...refusals.slice(1 - mostRefusals.all), at])
  for (const note of journal?.notes ?? []) {
    if (note.is === 'paused') paused_until = Math.max(paused_until, note.until)
    else if (note.is === 'refused') addRefusal(note.at)
  }

  return {
    findNextTurn({ isOfAccount, isUnproven }) {
      if (!isOfAccount) return paused_until
      const last = refusals.at(-(isUnproven ? mostRefusals.unproven : mostRefusals.all))
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
