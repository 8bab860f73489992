import { z } from 'zod'
import { count, nullableTime } from './body.ts'
import { DateTime } from './events.ts'
import { EventId } from './ids.ts'

export const jobTypes = [
  'FetchStashChanges',
  'EvaluateStashChanges',
  'FetchCharacterData',
  'FetchGuildStashes',
  'DetermineGuildStashAccess',
] as const
export const JobType = z.enum(jobTypes).meta({ id: 'JobType' })
export type JobType = z.output<typeof JobType>

/** Starts a job, moves its end, or with an end that is not ahead stops it. Exactly one of the two ends. */
export const JobCreate = z
  .object({
    event_id: EventId,
    job_type: JobType,
    end_date: nullableTime,
    duration_in_seconds: count.nullish().transform((seconds) => seconds ?? null),
    /** The shortest pause between two rounds; 0 leaves it to the job. */
    sleep_after_each_run_seconds: count.nullish().transform((seconds) => seconds ?? 0),
    /** The version that the edit began with, 0 where nobody had set the job yet; without it whatever is there is overwritten. */
    base_version: count.nullish(),
  })
  .meta({ id: 'JobCreate' })
export type JobCreate = z.output<typeof JobCreate>

/** A job of an event as it stands. Times are of the event clock. Older clients tell running from stopped by `end_date`. */
export const RecurringJob = z
  .object({
    event_id: EventId,
    job_type: JobType,
    end_date: DateTime,
    sleep_after_each_run_seconds: z.int(),
    /** A process works on it now. Wanted but not running means that no process with the role `jobs` is alive. */
    is_running: z.boolean(),
    last_started_at: DateTime.nullable(),
    last_success_at: DateTime.nullable(),
    last_error: z.string().nullable(),
    last_error_at: DateTime.nullable(),
    /** Rounds since the last success that failed. */
    failures_in_a_row: z.int(),
    /** The game has not responded since then: the job waits, and does not fail. Null when the game responds. */
    away_since: DateTime.nullable(),
    /** Null when stopped, or before the first round has ended. */
    next_run_at: DateTime.nullable(),
    /** For how long the oldest thing that the job should have done by now has waited; null when nobody can know. */
    delay_seconds: z.int().nullable(),
    /** Raised by one whenever somebody sets the job. */
    version: z.int(),
  })
  .meta({ id: 'RecurringJob' })
export type RecurringJob = z.output<typeof RecurringJob>

export const scheduledTaskNames = ['FollowStreams', 'KeepConnections', 'CalculateBuilds', 'RemoveRawData'] as const
export const ScheduledTaskName = z.enum(scheduledTaskNames).meta({ id: 'ScheduledTaskName' })
export type ScheduledTaskName = z.output<typeof ScheduledTaskName>

/** From one turn to the next, seconds of the event clock. */
export const taskInterval_seconds: Readonly<Record<ScheduledTaskName, number>> = {
  // Twitch's own lists are one to two minutes behind; asking more often shows nothing new.
  FollowStreams: 60,
  // Most turns find no connection that is due.
  KeepConnections: 600,
  CalculateBuilds: 5,
  RemoveRawData: 600,
}

/** The queue of a scheduled task. */
export const TaskBacklog = z
  .object({
    /** Whose turn it is. */
    waiting: z.int(),
    /** Since when the first of them waits; null when none does. */
    oldest_at: DateTime.nullable(),
    /** Put aside for a day because it did not work; the events' problems say why. */
    failed: z.int(),
  })
  .meta({ id: 'TaskBacklog' })
export type TaskBacklog = z.output<typeof TaskBacklog>

/** Recurring work that belongs to no event, as it stands. Times are of the event clock. */
export const ScheduledTaskState = z
  .object({
    name: ScheduledTaskName,
    /** False: the server that answers was given nobody to ask for it, such as Twitch or a Path of Building program. */
    is_set_up: z.boolean(),
    /** A process does it at this moment. */
    is_running: z.boolean(),
    every_seconds: z.int(),
    last_started_at: DateTime.nullable(),
    last_success_at: DateTime.nullable(),
    /** Null when it never failed. */
    last_error: z.string().nullable(),
    last_error_at: DateTime.nullable(),
    /** Null where nothing waits in a queue, or nobody is there to ask. */
    backlog: TaskBacklog.nullable(),
    /** Events whose raw data is to be removed and is not matched yet: it waits until their jobs have done that. */
    waits_for: z.array(z.object({ id: EventId, name: z.string() })),
  })
  .meta({ id: 'ScheduledTaskState' })
export type ScheduledTaskState = z.output<typeof ScheduledTaskState>
