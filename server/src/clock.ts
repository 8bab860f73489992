/**
 * The event clock. It applies to everything about an event (windows, countdowns, due times, provider tokens and rate limits). It
 * runs at speed 1 except in rehearsals, where it follows the simulator's clock. Muster's login tokens, leases and socket timeouts
 * use the wall clock, as browsers and other processes do.
 */
export interface Clock {
  readonly speed: number
  /** Milliseconds since 1970 on the event clock. */
  now(): number
  /** Waits `ms` of event time; ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The same moment on both clocks, and the speed of the event clock from then on. */
export interface ClockSetting {
  readonly real_ms: number
  readonly virtual_ms: number
  readonly speed: number
}

/** setTimeout cannot wait longer; longer sleeps are split. */
const longestTimeout_ms = 2_000_000_000

export function createClock(setting: ClockSetting | null, realNow: () => number = Date.now): Clock {
  const speed = setting?.speed ?? 1
  const now = setting ? () => setting.virtual_ms + (realNow() - setting.real_ms) * speed : realNow
  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    // Setting the machine's clock does not change the length of a wait.
    const until = performance.now() + ms / speed
    for (let left = ms / speed; left > 0 && !signal?.aborted; left = until - performance.now()) {
      await waitReal(Math.min(Math.ceil(left), longestTimeout_ms), signal)
    }
  }
  return { speed, now: () => Math.floor(now()), sleep }
}

/** Waits real milliseconds; ends early, without an error, when the signal aborts. */
export function waitReal(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
}
