import { lazy } from 'react'

/** Delays between attempts in ms: a restarting server is back within the first, and a train is through most tunnels. */
const pauses_ms = [1000, 2000, 4000, 8000, 15_000, 30_000] as const

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries a load while the server cannot be reached. @throws the last error */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause_ms of pauses_ms) {
    try {
      return await load()
    } catch {
      // The last attempt gives the reason.
      await wait(pause_ms)
    }
  }
  return load()
}

/**
 * A part of a page whose code is fetched on demand. React keeps the first failure of a lazy component for ever, so one moment
 * without a server would leave a hole until the page is reloaded; with retries the part is only late.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPatiently(load))
