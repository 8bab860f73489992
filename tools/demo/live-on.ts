import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitReal } from '@muster/server/clock'

/** Wall clock: pause before a new start after an error. */
const recovery_ms = 1000

/**
 * Runs an actor of the demo, and restarts it after an error: the product may stop and come back.
 * @returns a function that stops it; calls in flight end with the server
 */
export function liveOn(name: string, log_dir: string, play: (signal: AbortSignal) => Promise<void>): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  async function live(): Promise<void> {
    while (!signal.aborted) {
      await play(signal).catch((error: unknown) => {
        if (signal.aborted) return
        const text = error instanceof Error ? error.message : String(error)
        appendFileSync(join(log_dir, `${name}.log`), `${new Date().toISOString()} ${text}\n`, { mode: 0o600 })
      })
      await waitReal(recovery_ms, signal)
    }
  }
  void live()
  return () => stopping.abort()
}
