/** A call that `src/early.ts` made before the application was here. */
interface EarlyCall {
  readonly answer: Promise<Response>
  readonly token: string | null
  /** `performance.now()` then. */
  readonly sent_ms: number
}

declare global {
  // A property of the global object needs `var`.
  // oxlint-disable-next-line no-var
  var earlyCalls: Map<string, EarlyCall> | undefined
}

/** An answer that is older is not used: as long as the cache calls one fresh. */
const longest_ms = 60_000

/** The answer to a read that is under way since before the application was here; each is handed over once, to the same login only. */
export function takeEarly(address: string, token: string | undefined): Promise<Response> | undefined {
  const early = globalThis.earlyCalls?.get(address)
  if (!early) return undefined
  globalThis.earlyCalls?.delete(address)
  const isOurs = early.token === (token ?? null) && performance.now() - early.sent_ms < longest_ms
  return isOurs ? early.answer : undefined
}

/**
 * When the browser sent its last request to an address and had the answer (`performance.now()`). A call that was taken over says
 * neither. Undefined where the browser's list is full or a minute old.
 */
export function readTimes(address: string): { sent_ms: number; received_ms: number } | undefined {
  const timing = performance.getEntriesByName(new URL(address, window.location.href).href).at(-1)
  if (!(timing instanceof PerformanceResourceTiming) || timing.responseEnd < performance.now() - longest_ms) return undefined
  return { sent_ms: timing.requestStart || timing.startTime, received_ms: timing.responseEnd }
}
