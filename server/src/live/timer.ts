/** The wall clock of the feeds: sockets and browsers live in real time, whatever the event clock does. */
export interface Timer {
  /** Milliseconds; only differences mean anything. */
  now(): number
  /** @returns what calls it off. */
  after(ms: number, run: () => void): () => void
}

export const wallTimer: Timer = {
  now: () => performance.now(),
  after(ms, run) {
    const timeout = setTimeout(run, ms)
    return () => clearTimeout(timeout)
  },
}
