import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitReal } from '@muster/server/clock'

/** Wall clock: before somebody begins again when something went wrong. */
const recovery_ms = 1000

/**
 * Lets somebody of the demo play their part, and begin again when something went wrong: the product may die and come back.
 * @returns what ends it; what is under way ends with the server.
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
