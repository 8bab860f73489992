/** A terminal, npm and a supervisor may each pass on one and the same request; what comes this soon after the first is that one. */
const same_request_ms = 1000

/**
 * Hears the requests of the outside to end this process. SIGHUP means that whoever it belonged to is gone.
 * @param stop called once, at the first request.
 * @param hurry called when somebody asks again later, because the end takes too long.
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
