/** A terminal, npm and a supervisor may all forward the same signal; signals within this time after the first count as one. */
const same_request_ms = 1000

/**
 * Handles signals that ask this process to stop. SIGHUP means that the process's terminal or parent is closed.
 * @param stop called once, on the first signal.
 * @param hurry called on a later signal, because the stop takes too long.
 */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void, hurry: () => void): void {
  let first_at: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (first_at === undefined) {
        first_at = performance.now()
        stop(signal)
      } else if (signal !== 'SIGHUP' && performance.now() - first_at > same_request_ms) hurry()
    })
  }
}
