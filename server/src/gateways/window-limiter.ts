import type { Clock } from '../clock.ts'
import type { Heading } from './exchange.ts'

/** Names of the headers in which a provider describes the current window. */
export interface WindowHeaders {
  readonly remaining: string
  /** Seconds until the window ends, or its end in unix seconds. */
  readonly reset: { readonly header: string; readonly is: 'seconds_from_now' | 'unix_seconds' }
}

export interface WindowTicket {
  /** Call this with the answer's head, or null if there was no answer. */
  settle(heading: Heading | null): void
}

/**
 * Keeps requests inside the windows that a provider describes in its answers (a number of requests until a time). Before the
 * first response of a bucket, requests may be sent without limit. Times are event time.
 */
export function createWindowLimiter(clock: Clock, names: WindowHeaders) {
  const buckets = new Map<string, { remaining: number; reset_at: number }>()

  function learn(key: string, heading: Heading): void {
    const read = (name: string) => Number.parseFloat(heading.headers.get(name) ?? '')
    const [remaining, reset] = [read(names.remaining), read(names.reset.header)]
    if (Number.isNaN(remaining) || Number.isNaN(reset)) return
    const reset_at = names.reset.is === 'unix_seconds' ? reset * 1000 : clock.now() + reset * 1000
    const known = buckets.get(key)
    // Answers may arrive out of order: within one window the remaining number can only decrease.
    const isSameWindow = known !== undefined && Math.abs(known.reset_at - reset_at) < 1000
    buckets.set(key, { remaining: isSameWindow ? Math.min(known.remaining, remaining) : remaining, reset_at })
  }

  /** Blocks this bucket for the given time. */
  function hold(key: string, ms: number): void {
    buckets.set(key, { remaining: 0, reset_at: clock.now() + ms })
  }

  /** Waits for permission to send; null if the signal aborted first. */
  async function acquire(key: string, signal?: AbortSignal): Promise<WindowTicket | null> {
    for (;;) {
      if (signal?.aborted) return null
      const bucket = buckets.get(key)
      const wait_ms = bucket && bucket.remaining < 1 ? bucket.reset_at - clock.now() : 0
      if (wait_ms <= 0) break
      await clock.sleep(wait_ms, signal)
    }
    const bucket = buckets.get(key)
    if (bucket && bucket.reset_at > clock.now()) bucket.remaining--
    else buckets.delete(key)
    return {
      settle: (heading) => {
        if (heading) learn(key, heading)
      },
    }
  }

  return { acquire, hold }
}
