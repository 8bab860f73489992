import { useCallback, useSyncExternalStore } from 'react'

// One timer per step for all listeners; none runs without listeners.
const tickers = new Map<number, { listeners: Set<() => void>; timer?: ReturnType<typeof setInterval> }>()

/** Calls back every `step_ms`, together with all other listeners of the same step. */
export function listenTicks(step_ms: number, listener: () => void): () => void {
  const ticker = tickers.get(step_ms) ?? { listeners: new Set() }
  tickers.set(step_ms, ticker)
  ticker.listeners.add(listener)
  ticker.timer ??= setInterval(() => {
    for (const each of ticker.listeners) each()
  }, step_ms)
  return () => {
    ticker.listeners.delete(listener)
    if (ticker.listeners.size > 0) return
    clearInterval(ticker.timer)
    tickers.delete(step_ms)
  }
}

/** The browser's own time in whole steps. For waiting times of this browser; the event has its own clock. */
export function useLocalNow(step_ms: number): number {
  const subscribe = useCallback((listener: () => void) => listenTicks(step_ms, listener), [step_ms])
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / step_ms) * step_ms)
}
