import type { Clock, FooterLink } from '@muster/contract/events'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { listenTicks } from '../../lib/time/ticks.ts'
import { call } from '../calls/client.ts'
import { Failure } from '../calls/failure.ts'

/** The server's clock at one moment of the browser's. Rehearsals run faster than real time, so the speed counts. */
export interface ClockAnchor {
  readonly server_ms: number
  /** `performance.now()` at that moment. */
  readonly local_ms: number
  readonly speed: number
  readonly shows_status?: boolean
  readonly footer_links?: readonly FooterLink[]
  readonly reads_game?: boolean
  readonly is_trial?: boolean
}

const minute = 60_000

/** The best guess is that the answer was made halfway through the request. */
export function anchorClock(clock: Clock, sent_ms: number, received_ms: number): ClockAnchor {
  return {
    server_ms: Date.parse(clock.now),
    local_ms: (sent_ms + received_ms) / 2,
    speed: clock.speed,
    shows_status: clock.shows_status,
    footer_links: clock.footer_links,
    reads_game: clock.reads_game,
    is_trial: clock.is_trial,
  }
}

/** Milliseconds since 1970 on the server's clock. */
export function readServerTime(anchor: ClockAnchor, local_ms: number): number {
  return anchor.server_ms + (local_ms - anchor.local_ms) * anchor.speed
}

/**
 * The times of the browser's last request to an address and of its answer (`performance.now()`). Undefined if the browser's list
 * is full or the entry is over a minute old.
 */
function readTimes(address: string): { sent_ms: number; received_ms: number } | undefined {
  const timing = performance.getEntriesByName(new URL(address, window.location.href).href).at(-1)
  if (!(timing instanceof PerformanceResourceTiming) || timing.responseEnd < performance.now() - minute) return undefined
  return { sent_ms: timing.requestStart || timing.startTime, received_ms: timing.responseEnd }
}

export const clockQuery = queryOptions({
  queryKey: ['getClock', {}, 'anchor'],
  staleTime: 5 * minute,
  refetchInterval: 5 * minute,
  queryFn: async ({ signal }): Promise<ClockAnchor> => {
    const sent_ms = performance.now()
    try {
      const clock = await call('getClock', {}, signal)
      const times = readTimes('/api/clock') ?? { sent_ms, received_ms: performance.now() }
      return anchorClock(clock, times.sent_ms, times.received_ms)
    } catch (failure) {
      // A server without its own clock runs in real time.
      if (failure instanceof Failure && failure.status === 404)
        return { server_ms: Date.now(), local_ms: performance.now(), speed: 1 }
      throw failure
    }
  },
})

/** Whether the server reads the game; undefined until that is known. */
export const useReadsGame = (): boolean | undefined => useQuery(clockQuery).data?.reads_game

/**
 * The event's current time, updated every `step_ms` of real time. The value is rounded down to whole steps of real time, so that
 * all widgets of a page agree on it. Suspends until the clock is known.
 */
export function useServerNow(step_ms = 1000): number {
  const { data: anchor } = useSuspenseQuery(clockQuery)
  const subscribe = useCallback((listener: () => void) => listenTicks(step_ms, listener), [step_ms])
  const local_ms = useSyncExternalStore(subscribe, () => Math.floor(performance.now() / step_ms) * step_ms)
  return readServerTime(anchor, Math.max(local_ms, anchor.local_ms))
}

/** Whether the server's clock has reached a moment (null: never); rerenders only when that happens. */
export function useServerTimeReached(at_ms: number | null): boolean {
  const { data: anchor } = useSuspenseQuery(clockQuery)
  const subscribe = useCallback((listener: () => void) => (at_ms === null ? () => {} : listenTicks(1000, listener)), [at_ms])
  return useSyncExternalStore(subscribe, () => at_ms !== null && readServerTime(anchor, performance.now()) >= at_ms)
}
