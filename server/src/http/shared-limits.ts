import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Counts calls of a kind for all processes, beside each process's own count. */
export interface SharedCounter {
  /** Counts a call of this caller. @returns the time until calls are allowed again, in ms; 0: this one is allowed */
  take(kind: string, caller: string, max: number): Promise<number>
}

/** Long enough against collisions, and too short to be worth keeping. */
const hash_bytes = 16

/**
 * Windows in the database, for the few calls that are limited against guessing and not against load: with several processes a
 * caller would otherwise have the full number of tries at each. The caller is stored as a hash, until the next call after the
 * window. If the database does not answer, a call is allowed without a count, and fails where it needs the database itself.
 */
export function createSharedCounter({ config, db, log }: Context, window_ms: number): SharedCounter {
  const window = sql`make_interval(secs => ${window_ms / 1000})`
  let swept_at = Number.NEGATIVE_INFINITY

  async function sweep(): Promise<void> {
    const now = performance.now()
    if (now - swept_at < window_ms) return
    swept_at = now
    await sql`delete from call_windows where began_at < now() - ${window}`.execute(db)
  }

  async function count(kind: string, caller: Buffer): Promise<{ calls: number; left_ms: number }> {
    const isOver = sql`call_windows.began_at <= now() - ${window}`
    const { rows } = await sql<{ calls: number; left_ms: number }>`
      insert into call_windows (kind, caller, began_at, calls) values (${kind}, ${caller}, now(), 1)
      on conflict (kind, caller) do update set
        began_at = case when ${isOver} then now() else call_windows.began_at end,
        calls = case when ${isOver} then 1 else call_windows.calls + 1 end
      returning calls, (extract(epoch from began_at + ${window} - now()) * 1000)::float8 as left_ms`.execute(db)
    return rows[0] ?? { calls: 0, left_ms: 0 }
  }

  return {
    async take(kind, caller, max) {
      const hash = createHmac('sha256', config.token_secret.reveal()).update(`${kind} ${caller}`).digest().subarray(0, hash_bytes)
      try {
        await sweep()
        const { calls, left_ms } = await count(kind, hash)
        return calls > max ? Math.max(1, left_ms) : 0
      } catch (error) {
        log.warn({ err: error }, 'could not count a call across processes; the call is allowed')
        return 0
      }
    },
  }
}
