import { type ScheduledTaskName, taskInterval_seconds } from '@muster/contract/jobs'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'

/** Work that belongs to no event: done again and again, in one process at a time. */
export interface ScheduledTask<Name extends string = string> {
  readonly name: Name
  /** Event time from one turn to the next. */
  readonly every_ms: number
  /**
   * @returns what went wrong, for whoever runs the server; null when all is well, undefined when nothing was tried and what was
   * said last still holds.
   */
  run(ctx: Context, signal: AbortSignal): Promise<string | null | undefined>
}

/** A task of the contract's list. */
export const scheduledTask = <Name extends ScheduledTaskName>(name: Name, run: ScheduledTask['run']): ScheduledTask<Name> => ({
  name,
  every_ms: taskInterval_seconds[name] * 1000,
  run,
})

/** Wall clock: a turn is broken off after this; its lease outlives it, so that nobody takes a second one meanwhile. */
const turn_ms = 120_000
const lease_seconds = 150
/** Wall clock: however fast the event clock runs, no scheduled task is done more often. */
const shortestPause_ms = 1000

/** @returns the fence of the turn, or null when another process has it or did it a moment ago. */
async function beginTurn(db: Db, { name, every_ms }: ScheduledTask, now: number): Promise<number | null> {
  await db
    .insertInto('scheduled_tasks')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .updateTable('scheduled_tasks')
    .set((set) => ({
      fence: set('fence', '+', 1),
      lease_expires_at: sql<Date>`now() + make_interval(secs => ${lease_seconds})`,
      last_started_at: new Date(now),
    }))
    .where('name', '=', name)
    .where(sql<boolean>`(lease_expires_at is null or lease_expires_at < now())`)
    // Half a pause of tolerance: processes do not wake at the same moment. A start that lies ahead is of another clock.
    .where((where) =>
      where.or([
        where('last_started_at', 'is', null),
        where('last_started_at', '<=', new Date(now - every_ms / 2)),
        where('last_started_at', '>', new Date(now)),
      ]),
    )
    .returning('fence')
    .executeTakeFirst()
  return row?.fence ?? null
}

async function endTurn(db: Db, name: string, fence: number, now: Date, error: string | null | undefined): Promise<void> {
  await db
    .updateTable('scheduled_tasks')
    .set({
      lease_expires_at: null,
      ...(error === undefined
        ? {}
        : error === null
          ? { last_success_at: now }
          : { last_error: error.slice(0, 1000), last_error_at: now }),
    })
    .where('name', '=', name)
    .where('fence', '=', fence)
    .execute()
}

/** Does one turn of a scheduled task, unless another process does. What goes wrong is kept in its row, and ends nothing. */
export async function runTaskOnce(ctx: Context, task: ScheduledTask, stopping: AbortSignal): Promise<void> {
  const fence = await beginTurn(ctx.db, task, ctx.clock.now())
  if (fence === null) return
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(turn_ms)])
  const problem = await task.run(ctx, signal).then(
    (said) => {
      if (typeof said === 'string')
        ctx.log.warn(
          { task: task.name, problem: said },
          'a scheduled task could not finish; it is tried again after its interval',
        )
      return said
    },
    (error: unknown) => {
      ctx.log.error({ err: error, task: task.name }, 'a scheduled task failed; it is tried again after its interval')
      return error instanceof Error ? error.message : String(error)
    },
  )
  await endTurn(ctx.db, task.name, fence, new Date(ctx.clock.now()), problem)
}

/** Does the scheduled tasks until closed. @param tasks null: this server is not set up for it. */
export function startScheduledTasks(ctx: Context, tasks: readonly (ScheduledTask | null)[]): { close(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  async function loop(task: ScheduledTask): Promise<void> {
    while (!signal.aborted) {
      await runTaskOnce(ctx, task, signal).catch((error: unknown) => {
        ctx.log.error(
          { err: error, task: task.name },
          'the turn of a scheduled task could not be recorded; it is tried again after its interval',
        )
      })
      await ctx.clock.sleep(Math.max(task.every_ms, shortestPause_ms * ctx.clock.speed), signal)
    }
  }
  const loops = tasks.filter((task) => task !== null).map(loop)
  return {
    async close() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
