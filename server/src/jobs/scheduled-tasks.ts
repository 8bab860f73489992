import { type ScheduledTaskName, scheduledTasks } from '@muster/contract/jobs'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'

/** Recurring work that belongs to no event, done in one process at a time. */
export interface ScheduledTask<Name extends string = string> {
  readonly name: Name
  /** Event time between turns. */
  readonly every_ms: number
  /**
   * @returns the problem, for the operator; null if all is well, undefined if nothing was tried and the last result still holds.
   */
  run(ctx: Context, signal: AbortSignal): Promise<string | null | undefined>
}

/** A task from the contract's list. */
export const scheduledTask = <Name extends ScheduledTaskName>(name: Name, run: ScheduledTask['run']): ScheduledTask<Name> => ({
  name,
  every_ms: scheduledTasks[name].every_seconds * 1000,
  run,
})

/** Wall clock: a turn is aborted after this time; its lease lasts longer, so that no second turn starts meanwhile. */
const turn_ms = 120_000
const lease_seconds = 150
/** Wall clock: shortest interval of a scheduled task, however fast the event clock runs. */
const shortestPause_ms = 1000

/** @returns the fence of the turn, or null if another process has it or finished it a moment ago. */
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
    // Half an interval of tolerance, because processes do not wake at the same moment. A start in the future is from another
    // clock.
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

/** Runs one turn of a scheduled task, unless another process does. An error is stored in the task's row and not thrown. */
export async function runTaskOnce(ctx: Context, task: ScheduledTask, stopping: AbortSignal): Promise<void> {
  const fence = await beginTurn(ctx.db, task, ctx.clock.now())
  if (fence === null) return
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(turn_ms)])
  const problem = await task.run(ctx, signal).then(
    (said) => {
      if (typeof said === 'string')
        ctx.log.warn({ task: task.name, problem: said }, 'a scheduled task could not finish; next try after its interval')
      return said
    },
    (error: unknown) => {
      ctx.log.error({ err: error, task: task.name }, 'a scheduled task failed; next try after its interval')
      return error instanceof Error ? error.message : String(error)
    },
  )
  await endTurn(ctx.db, task.name, fence, new Date(ctx.clock.now()), problem)
}

/** Runs the scheduled tasks until closed. @param tasks null for tasks this server is not set up for. */
export function startScheduledTasks(ctx: Context, tasks: readonly (ScheduledTask | null)[]): { close(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  async function loop(task: ScheduledTask): Promise<void> {
    while (!signal.aborted) {
      await runTaskOnce(ctx, task, signal).catch((error: unknown) => {
        ctx.log.error(
          { err: error, task: task.name },
          'could not record the turn of a scheduled task; next try after its interval',
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
