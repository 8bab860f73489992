import type { Clock } from '../clock.ts'

/** Decides who goes first of those who want to ask a provider, and knows who stands in line for a limit. */
export interface RequestQueue {
  /**
   * Called before a request takes its place.
   * @param name of what is asked for, and by whom.
   * @param isDoubtful what comes of it depends on who is first.
   * @returns null: it goes on at once.
   */
  enter(name: string, isDoubtful: boolean): Promise<void> | null
  /** For those who compete for what is given to one at a time: resolves when it is this one's turn. */
  lineUp(name: string): Promise<void>
  /** Waits `ms` of event time for a limit; ends early, without an error, when the signal aborts. */
  waitInLine(ms: number, signal?: AbortSignal): Promise<void>
}

/** First come, first served. */
export const createRequestQueue = (clock: Pick<Clock, 'sleep'>): RequestQueue => ({
  enter: () => null,
  lineUp: () => Promise.resolve(),
  waitInLine: (ms, signal) => clock.sleep(ms, signal),
})
