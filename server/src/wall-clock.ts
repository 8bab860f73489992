import { sql } from 'kysely'
import { waitReal } from './clock.ts'
import type { Db } from './db/connect.ts'

/** Wall clock: interval between comparisons with the database's clock. */
const compareEvery_ms = 15_000
/** Synchronised clocks differ by less. Beyond this, the database's clock is used. */
const tolerance_ms = 1000

let correction_ms = 0

/**
 * The wall clock, in milliseconds since 1970, shared by all processes on one database. It runs evenly even when the machine's
 * clock is set. If the machine's clock is wrong by more than a second, it is corrected to the database's.
 */
export const wallNow = (): number => performance.timeOrigin + performance.now() + correction_ms

/** Difference to the database's clock, and duration of the query. */
async function compare(db: Db): Promise<{ apart_ms: number; took_ms: number }> {
  const began = wallNow()
  const { rows } = await sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
  const ended = wallNow()
  return { apart_ms: (rows[0]?.at ?? began) - (began + ended) / 2, took_ms: ended - began }
}

/** Compares once, and corrects the clock if the difference is certain. @returns the correction; 0 for none. */
export async function agreeOnTime(db: Db): Promise<number> {
  const { apart_ms, took_ms } = await compare(db)
  // The database may have read its clock at any time between request and answer.
  if (Math.abs(apart_ms) <= tolerance_ms + took_ms / 2) return 0
  correction_ms += apart_ms
  return apart_ms
}

/** How far the machine's own clock is ahead of the shared one; small differences are not corrected. */
export const measureClock = (): number => Date.now() - wallNow()

/** Keeps the clock of this process correct until closed. @param onCorrected called after each correction with the difference. */
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
