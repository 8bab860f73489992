export interface CallCounter {
  /** Counts a call of this caller. @returns the time until calls are allowed again, in ms; 0: this one is allowed */
  take(caller: string): number
}

interface CountedCalls {
  readonly began_at: number
  calls: number
}

/**
 * Maximum number of callers in a minute; beyond that the oldest caller is dropped. Limits the memory that a caller with many
 * addresses can use.
 */
const most_callers = 20_000

/**
 * Limits the calls of each caller in a window, which begins with the first call. Refused calls count, too, but do not extend the
 * window.
 */
export function createCallCounter(options: {
  max: number
  window_ms: number
  most_callers?: number
  steadyNow?: () => number
}): CallCounter {
  const { max, window_ms, steadyNow = () => performance.now() } = options
  const most = options.most_callers ?? most_callers
  /** In the order of their starts, so that ended windows come first. */
  const windows = new Map<string, CountedCalls>()

  function makeRoom(now: number): void {
    for (const [caller, { began_at }] of windows) {
      if (windows.size < most && now - began_at < window_ms) return
      windows.delete(caller)
    }
  }

  return {
    take(caller) {
      const now = steadyNow()
      const known = windows.get(caller)
      if (known && now - known.began_at < window_ms) {
        known.calls++
        return known.calls > max ? known.began_at + window_ms - now : 0
      }
      windows.delete(caller)
      makeRoom(now)
      windows.set(caller, { began_at: now, calls: 1 })
      return max < 1 ? window_ms : 0
    },
  }
}
