export interface CallCounter {
  /** Counts a call of this caller. @returns how long to wait until calls are taken again, in ms; 0: this one is taken. */
  take(caller: string): number
}

interface CountedCalls {
  readonly began_at: number
  calls: number
}

/** Of a minute; beyond them whoever began first is forgotten. Bounds what somebody with many addresses can make us hold. */
const most_callers = 20_000

/**
 * Lets each caller make so many calls within a window, which begins with the first. Calls that are refused count, too, and do
 * not make the window longer.
 */
export function createCallCounter(options: {
  max: number
  window_ms: number
  most_callers?: number
  steadyNow?: () => number
}): CallCounter {
  const { max, window_ms, steadyNow = () => performance.now() } = options
  const most = options.most_callers ?? most_callers
  /** In the order in which the windows began, so that those that are over come first. */
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
