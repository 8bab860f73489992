import type { Timer } from '../live/timer.ts'

export interface ManualTimer extends Timer {
  /** Advances time; due callbacks run in order. */
  advance(ms: number): void
}

/** A timer controlled by the test. Waits of zero length run immediately, as with any clock. */
export function createManualTimer(): ManualTimer {
  let now = 0
  let waits: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after(ms, run) {
      if (ms <= 0) {
        const immediate = setImmediate(run)
        return () => clearImmediate(immediate)
      }
      const wait = { at: now + ms, run }
      waits.push(wait)
      return () => {
        waits = waits.filter((other) => other !== wait)
      }
    },
    advance(ms) {
      const until = now + ms
      for (;;) {
        const due = waits.filter((wait) => wait.at <= until).toSorted((a, b) => a.at - b.at)[0]
        if (!due) break
        waits = waits.filter((wait) => wait !== due)
        now = due.at
        due.run()
      }
      now = until
    },
  }
}
