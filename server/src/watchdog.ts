import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

export interface Watch {
  /** Counts iterations of the event loop; shared memory. */
  readonly turns: Int32Array
  readonly tick_ms: number
  readonly limit_ms: number
}

const tick_ms = 500

/**
 * Last protection against a call that never ends: a thread ends this process when its event loop has not run for `limit_ms`. All
 * important data is in the database, and a supervisor restarts the process.
 * @param limit_ms 0 for no watchdog. Processes started under a debugger have none either.
 */
export function startWatchdog(limit_ms: number, log: Logger): void {
  if (limit_ms === 0 || inspector.url() !== undefined) return
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(turns, 0, 1), tick_ms / 2).unref()
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { turns, tick_ms, limit_ms } satisfies Watch,
    name: 'watchdog',
    execArgv: [],
  })
  thread.unref()
  thread.on('error', (error) =>
    log.error({ err: error }, 'the watchdog failed; a blocked event loop stays undetected until the next start'),
  )
}
