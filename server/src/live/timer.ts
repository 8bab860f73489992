/** The wall clock of the feeds: sockets and browsers live in real time, independent of the event clock. */
export interface Timer {
  /** Milliseconds; only differences are meaningful. */
  now(): number
  /** @returns a function that cancels the timer. */
  after(ms: number, run: () => void): () => void
}

export const wallTimer: Timer = {
  now: () => performance.now(),
  after(ms, run) {
    const timeout = setTimeout(run, ms)
    return () => clearTimeout(timeout)
  },
}
