import type { EventId } from '@muster/contract/ids'
import {
  type JobCreate,
  type ScheduledTaskName,
  type ScheduledTaskRow,
  type ScheduledTaskState,
  scheduledTasks,
} from '@muster/contract/jobs'
import { findJobProblem } from '@muster/domain/events/job-problems'
import type { Handlers } from '../../call.ts'
import type { Db, Tx } from '../../db/connect.ts'
import { isFinal } from '../../final-event.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import type { Context } from '../../context.ts'
import { type BuildBacklog, readBuildBacklog } from '../../ingestion/characters/build-queue.ts'
import { findCursor, listPositions, moveStream, type StreamTarget } from '../../ingestion/stash/stream-position.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findEvent, refuseSandbox } from '../events/store.ts'
import { listUnmatched } from '../privacy/store.ts'
import { findOldestKept, listJobs, listTaskRuns, upsertJob } from './store.ts'

/** Number of kept positions to show. */
const shownPositions = 20

/** Whether this server has the settings that a scheduled task needs. */
const isSetUp: Readonly<Record<NonNullable<ScheduledTaskRow['needs']>, (ctx: Context) => boolean>> = {
  twitch: ({ twitch }) => twitch !== null,
  discord_bot: ({ config }) => config.discord_bot !== null,
  calculators: ({ config }) => Object.values(config.pob).some((one) => one !== null),
}

interface TaskReport {
  readonly readBacklog?: (db: Db, now: Date) => Promise<BuildBacklog | null>
  /** Events that have to catch up first. */
  readonly listBlockers?: (db: Db, now: Date) => Promise<ScheduledTaskState['waits_for']>
}

/** Scheduled tasks with a queue, or with events to wait for. */
const reports: Readonly<Partial<Record<ScheduledTaskName, TaskReport>>> = {
  CalculateBuilds: { readBacklog: readBuildBacklog },
  RemoveRawData: { listBlockers: listUnmatched },
}

function readTarget(to: 'newest' | 'time', at: string | null): StreamTarget {
  if (to === 'newest') return 'newest'
  if (at === null) throw refuseField('at', 'is required')
  return { at: new Date(at) }
}

function readEnd({ end_date, duration_in_seconds }: JobCreate, now: number): Date {
  if (end_date !== null && duration_in_seconds === null) return new Date(end_date)
  if (end_date === null && duration_in_seconds !== null) return new Date(now + duration_in_seconds * 1000)
  throw refuseField('end_date', 'cannot be combined with duration_in_seconds')
}

/**
 * The removal of raw data locks jobs first, too, so that it is either seen here or ends the job.
 * @throws Refusal event_final
 */
async function refuseFinal(tx: Tx, event_id: EventId): Promise<void> {
  const event = await tx
    .selectFrom('events')
    .select('raw_removal_began_at')
    .where('id', '=', event_id)
    .forShare()
    .executeTakeFirst()
  if (event && isFinal(event)) throw new Refusal('event_final')
}

export const jobRoutes = {
  getJobs: ({ ctx }) => listJobs(ctx.db, new Date(ctx.clock.now())),

  /** All refusals come before the job is stored (D-43). */
  startJob: async ({ ctx, viewer, body }) => {
    const now = ctx.clock.now()
    const end = readEnd(body, now)
    const event = await findEvent(ctx.db, body.event_id)
    if (!event) throw new Refusal('event_not_found')
    if (event.archived_at !== null) throw new Refusal('event_archived')
    refuseSandbox(event)
    const problem = findJobProblem(body.job_type, event.game_version)
    // A job that cannot work can still be stopped.
    if (problem !== null && end.getTime() > now)
      throw new Refusal('invalid_request', problem, [{ field: 'job_type', problem: 'is not available for this game' }])
    await ctx.db.transact(async (tx) => {
      if (!(await upsertJob(tx, body, end))) throw new Refusal('changed_meanwhile')
      await refuseFinal(tx, event.id)
      await insertAdminChange(tx, {
        event_id: event.id,
        author_id: viewer.user_id,
        changed_at: new Date(now),
        kind: end.getTime() > now ? 'job_started' : 'job_stopped',
        subject: body.job_type,
        detail: end.toISOString(),
      })
    })
    const jobs = await listJobs(ctx.db, new Date(now))
    const started = jobs.find((job) => job.event_id === event.id && job.job_type === body.job_type)
    if (!started) throw new Refusal('event_not_found')
    return started
  },

  getScheduledTasks: async ({ ctx }) => {
    const now = new Date(ctx.clock.now())
    const runs = await listTaskRuns(ctx.db)
    return Promise.all(
      runs.map(async (run) => {
        const { needs } = scheduledTasks[run.name]
        const { readBacklog, listBlockers } = reports[run.name] ?? {}
        const is_set_up = needs === null || isSetUp[needs](ctx)
        const found = is_set_up ? await readBacklog?.(ctx.db, now) : null
        const backlog = found ? { ...found, oldest_at: found.oldest_at?.toISOString() ?? null } : null
        return { ...run, is_set_up, backlog, waits_for: (await listBlockers?.(ctx.db, now)) ?? [] }
      }),
    )
  },

  getStreamPosition: async ({ ctx, event }) => {
    const [cursor, kept, oldest] = await Promise.all([
      findCursor(ctx.db, event.id),
      listPositions(ctx.db, event.id, shownPositions),
      findOldestKept(ctx.db, event.id),
    ])
    return {
      position: cursor?.next_change_id ?? null,
      moved_at: cursor?.moved_at.toISOString() ?? null,
      oldest_kept_at: oldest?.toISOString() ?? null,
      kept: kept.map(({ change_id, read_at }) => ({ position: change_id, read_at: read_at.toISOString() })),
    }
  },

  moveStream: async ({ ctx, event, viewer, body }) => {
    const target = readTarget(body.to, body.at)
    const moved = await moveStream(ctx, event.id, target, (tx, { from, to }) =>
      insertAdminChange(tx, {
        event_id: event.id,
        author_id: viewer.user_id,
        changed_at: new Date(ctx.clock.now()),
        kind: 'stream_moved',
        subject: 'FetchStashChanges',
        detail: `${from ?? '-'} ${to}`,
      }),
    )
    if (moved.ok) return { from: moved.from, to: moved.to, has_skipped: moved.has_skipped }
    const field = body.to === 'time' ? 'at' : 'to'
    throw moved.fault === 'game'
      ? new Refusal('provider_unavailable', moved.problem)
      : new Refusal('invalid_request', moved.problem, [{ field, problem: 'is not possible' }])
  },
} satisfies Partial<Handlers>
