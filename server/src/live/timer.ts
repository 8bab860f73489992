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

/**
 * Repeats until it is stopped, one run after the other.
 * @returns a function that stops it.
 */
export function repeat(
  timer: Timer,
  every_ms: number,
  run: () => Promise<void> | void,
  onError: (error: unknown) => void,
): () => void {
  let isOver = false
  let cancel = timer.after(every_ms, step)
  function step(): void {
    void Promise.resolve()
      .then(run)
      .catch(onError)
      .then(() => {
        if (!isOver) cancel = timer.after(every_ms, step)
      })
  }
  return () => {
    isOver = true
    cancel()
  }
}
