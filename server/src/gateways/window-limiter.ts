import type { Clock } from '../clock.ts'
import type { Heading } from './exchange.ts'

/** How a provider says what is left of the current window: the names of its headers. */
export interface WindowHeaders {
  readonly remaining: string
  /** Seconds until the window is over, or the unix second at which it is. */
  readonly reset: { readonly header: string; readonly is: 'seconds_from_now' | 'unix_seconds' }
}

export interface WindowTicket {
  /** Tells what came back; null when no answer did. */
  settle(heading: Heading | null): void
}

/**
 * Keeps us inside windows that a provider describes in its answers (so many requests until a moment). Until the first
 * answer of a bucket nothing is known of it and requests may go. Times are event time.
 */
export function createWindowLimiter(clock: Clock, names: WindowHeaders) {
  const buckets = new Map<string, { remaining: number; reset_at: number }>()

  function learn(key: string, heading: Heading): void {
    const read = (name: string) => Number.parseFloat(heading.headers.get(name) ?? '')
    const [remaining, reset] = [read(names.remaining), read(names.reset.header)]
    if (Number.isNaN(remaining) || Number.isNaN(reset)) return
    const reset_at = names.reset.is === 'unix_seconds' ? reset * 1000 : clock.now() + reset * 1000
    const known = buckets.get(key)
    // Answers overtake each other: within one window what is left only becomes less.
    const isSameWindow = known !== undefined && Math.abs(known.reset_at - reset_at) < 1000
    buckets.set(key, { remaining: isSameWindow ? Math.min(known.remaining, remaining) : remaining, reset_at })
  }

  /** Nothing goes to this bucket for so long. */
  function hold(key: string, ms: number): void {
    buckets.set(key, { remaining: 0, reset_at: clock.now() + ms })
  }

  /** Waits for a place; null when the signal aborted first. */
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
