import { waitReal } from '../clock.ts'
import type { Context } from '../context.ts'
import { endOutages, insertAway, noteTrouble, takeWatch } from '../features/outages/store.ts'
import { observe } from '../features/server-state/observe.ts'
import { judgeReadiness } from '../features/server-state/readiness.ts'
import { listTroubles } from '../features/server-state/status.ts'
import { wallNow } from '../wall-clock.ts'

/** Wall clock, interval between turns. */
const every_ms = 10_000
/** A turn may begin a little before the interval is over, because processes do not wake at the same moment. */
const free_seconds = 8
/** Without a turn for this long the whole installation was down. A restart is shorter. */
const away_seconds = 60

/** Starts outages for delayed work, and ends the ones that are over. */
export async function watchOnce(ctx: Context, isSettled: boolean): Promise<void> {
  const turn = await takeWatch(ctx.db, free_seconds)
  if (turn === null) return
  if (turn.away_seconds !== null && turn.away_seconds > away_seconds) await insertAway(ctx.db, turn.away_seconds)
  if (!isSettled) return
  const observed = await observe(ctx)
  // Rights to the names of events are checked on reading.
  const troubles = listTroubles(judgeReadiness({ ...observed, hidden_events: new Set() }, ctx.clock, wallNow()))
  await ctx.db.transact(async (tx) => {
    await endOutages(tx, 'behind', troubles)
    for (const trouble of troubles) await noteTrouble(tx, 'behind', trouble)
  })
}

/**
 * Keeps the history of outages, in turns with all other processes of any role, so that it does not depend on a failing one. For a
 * minute after the start it only marks the process as present: jobs are still being resumed.
 */
export function watchOutages(ctx: Context): { close(): Promise<void> } {
  const stopping = new AbortController()
  const startedAt = performance.now()
  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isSettled = performance.now() - startedAt > away_seconds * 1000
      await watchOnce(ctx, isSettled).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'could not record outages; next try in 10 s'),
      )
      await waitReal(every_ms, stopping.signal)
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
