import type { Clock } from '../clock.ts'

/** An event clock controlled by the test; sleepers wake in order of their times. */
export function createManualClock(start: number): Clock & { advance(ms: number): Promise<void> } {
  let now = start
  const sleepers: { at: number; wake: () => void }[] = []
  return {
    speed: 1,
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || ms <= 0) return resolve()
        const sleeper = { at: now + ms, wake: resolve }
        sleepers.push(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.splice(sleepers.indexOf(sleeper) >>> 0, 1)
          resolve()
        })
      }),
    async advance(ms) {
      const until = now + ms
      for (;;) {
        sleepers.sort((a, b) => a.at - b.at)
        const next = sleepers[0]
        if (!next || next.at > until) break
        sleepers.shift()
        now = Math.max(now, next.at)
        next.wake()
        // Lets the woken sleeper finish before time advances.
        await new Promise((resolve) => setImmediate(resolve))
      }
      now = until
    },
  }
}
