import { lazy } from 'react'

/** Milliseconds between the tries; a server that is started anew is back within the first, a train is through most tunnels. */
const pauses_ms = [1000, 2000, 4000, 8000, 15_000, 30_000] as const

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Loads something; while the server cannot be reached, again and again. @throws what the last try said. */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause_ms of pauses_ms) {
    try {
      return await load()
    } catch {
      // The last try says why.
      await wait(pause_ms)
    }
  }
  return load()
}

/**
 * A part of a page whose code is fetched when it is needed. React keeps the first failure of a lazy component for ever, so
 * one moment without a server would leave a hole until the page is loaded anew; this part is only late then.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPatiently(load))
