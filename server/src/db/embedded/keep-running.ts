import { waitReal } from '../../clock.ts'
import type { EmbeddedPostgres } from '../embedded-postgres.ts'

/** Wall clock: interval between checks that the server is alive. */
const pollEvery_ms = 250
/** Restarts are limited within this period. */
const period_ms = 10 * 60_000
const maxDeaths = 5
/** Before the second attempt; doubles with each further one. */
const firstPause_ms = 1000

export interface Keeper {
  /** Resolves to the reason when restarts are given up; stays pending otherwise. */
  readonly gave_up: Promise<string>
  /** Waits for a running start. */
  stop(): Promise<void>
}

/**
 * Restarts the embedded PostgreSQL when its process has died, a few times within ten minutes at most.
 * @param say receives one line for every death and every start.
 */
export function keepRunning(
  database: Pick<EmbeddedPostgres, 'isAlive' | 'revive'>,
  say: (line: string) => void,
  pause_ms = firstPause_ms,
): Keeper {
  const stopping = new AbortController()
  const { signal } = stopping
  const { promise: gave_up, resolve: giveUp } = Promise.withResolvers<string>()

  /** @returns the reason of a failed start; null if it is running again. */
  async function revive(): Promise<string | null> {
    return database.revive().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  }

  async function watch(): Promise<void> {
    let deaths: number[] = []
    for (; !signal.aborted; await waitReal(pollEvery_ms, signal)) {
      if (database.isAlive()) continue
      const now = performance.now()
      deaths = [...deaths.filter((at) => at > now - period_ms), now]
      const count = deaths.length
      if (count > maxDeaths) return giveUp(`The database has died or failed to start ${count} times within ten minutes.`)
      say(`The database has died and is being restarted (${count} of at most ${maxDeaths} times in ten minutes) …`)
      if (count > 1) await waitReal(pause_ms * 2 ** (count - 2), signal)
      if (signal.aborted) return
      const problem = await revive()
      say(
        problem === null ? 'The database is running again; committed data is intact.' : `The database did not start: ${problem}`,
      )
    }
  }
  const watching = watch()
  return {
    gave_up,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}
