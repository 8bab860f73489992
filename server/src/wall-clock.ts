import { sql } from 'kysely'
import { waitReal } from './clock.ts'
import type { Db } from './db/connect.ts'

/** How often this process compares its clock with the database's; wall clock. */
const compareEvery_ms = 15_000
/** Clocks that are looked after differ by less; beyond, the database's is believed. */
const tolerance_ms = 1000

let correction_ms = 0

/**
 * The wall clock, milliseconds since 1970, as all processes on one database agree on it. It runs evenly, whoever sets the
 * machine's clock meanwhile; and where that is wrong by more than a second, it is corrected to the database's.
 */
export const wallNow = (): number => performance.timeOrigin + performance.now() + correction_ms

/** Of the database's clock, and how long the answer took. */
async function compare(db: Db): Promise<{ apart_ms: number; took_ms: number }> {
  const began = wallNow()
  const { rows } = await sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
  const ended = wallNow()
  return { apart_ms: (rows[0]?.at ?? began) - (began + ended) / 2, took_ms: ended - began }
}

/** Compares once, and goes by the database's clock where the difference is beyond doubt. @returns what was corrected; 0: nothing. */
export async function agreeOnTime(db: Db): Promise<number> {
  const { apart_ms, took_ms } = await compare(db)
  // The database looked at its clock at any moment between question and answer.
  if (Math.abs(apart_ms) <= tolerance_ms + took_ms / 2) return 0
  correction_ms += apart_ms
  return apart_ms
}

/** By how much the machine's own clock is ahead of what all processes agreed on; small differences are none. */
export const measureClock = (): number => Date.now() - wallNow()

/** Keeps the clock of this process right until closed. @param onCorrected is told each time how far it was off. */
export function keepTime(
  db: Db,
  onCorrected: (apart_ms: number) => void,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  const stopping = new AbortController()
  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await waitReal(compareEvery_ms, stopping.signal)
      if (stopping.signal.aborted) return
      const corrected = await agreeOnTime(db).catch((error: unknown) => (onError(error), 0))
      if (corrected !== 0) onCorrected(corrected)
    }
  }
  const looping = loop()
  return {
    async close() {
      stopping.abort()
      await looping
    },
  }
}
