/**
 * The event clock. Everything about an event (windows, countdowns, due times, provider tokens and limits) is on this clock;
 * it runs at speed 1 except in rehearsals, where it is tied to the simulator's. Our own login tokens, leases and socket
 * timeouts live on the wall clock, because browsers and other processes do.
 */
export interface Clock {
  readonly speed: number
  /** Milliseconds since 1970 on the event clock. */
  now(): number
  /** Waits `ms` of event time; ends early, without an error, when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Two moments that are the same, and how fast the event clock runs from there. */
export interface ClockSetting {
  readonly real_ms: number
  readonly virtual_ms: number
  readonly speed: number
}

/** setTimeout cannot wait longer; a longer sleep is cut into pieces. */
const longestTimeout_ms = 2_000_000_000

export function createClock(setting: ClockSetting | null, realNow: () => number = Date.now): Clock {
  const speed = setting?.speed ?? 1
  const now = setting ? () => setting.virtual_ms + (realNow() - setting.real_ms) * speed : realNow
  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    // Whoever sets a clock meanwhile makes no wait longer or shorter.
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
