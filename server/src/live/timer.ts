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

/** Repeats until it is stopped, one run after the other. @returns a function that stops it. */
export function repeat(timer: Timer, every_ms: number, run: () => Promise<void> | void, onError: (error: unknown) => void) {
  let isOver = false
  const wait = () => timer.after(every_ms, () => void step())
  let cancel = wait()
  async function step(): Promise<void> {
    try {
      await run()
    } catch (error) {
      onError(error)
    }
    if (!isOver) cancel = wait()
  }
  return () => {
    isOver = true
    cancel()
  }
}
