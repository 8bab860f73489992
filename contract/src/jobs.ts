import { z } from 'zod'
import { count, nullableTime } from './body.ts'
import { DateTime } from './date-time.ts'
import { EventId } from './ids.ts'
import type { StatusPartName } from './status.ts'

export const jobTypes = [
  'FetchStashChanges',
  'EvaluateStashChanges',
  'FetchCharacterData',
  'FetchGuildStashes',
  'DetermineGuildStashAccess',
] as const
export const JobType = z.enum(jobTypes).meta({ id: 'JobType' })
export type JobType = z.output<typeof JobType>

/** Jobs that call the game's API. On a server without a client of it they wait, and do not fail. */
export const gameJobTypes = [
  'FetchStashChanges',
  'FetchCharacterData',
  'FetchGuildStashes',
  'DetermineGuildStashAccess',
] as const satisfies readonly JobType[]
export type GameJobType = (typeof gameJobTypes)[number]

export const asksGame = (job_type: string): job_type is GameJobType => gameJobTypes.some((one) => one === job_type)

/** Starts a job, changes its end, or stops it if the end is not in the future. Exactly one of the two ends. */
export const JobCreate = z
  .object({
    event_id: EventId,
    job_type: JobType,
    end_date: nullableTime,
    duration_in_seconds: count.nullish().transform((seconds) => seconds ?? null),
    /** The shortest pause between two runs; 0 leaves it to the job. */
    sleep_after_each_run_seconds: count.nullish().transform((seconds) => seconds ?? 0),
    /**
     * The version on which the edit is based, 0 if the job was never set; if absent, the stored state is overwritten unchecked.
     */
    base_version: count.nullish(),
  })
  .meta({ id: 'JobCreate' })
export type JobCreate = z.output<typeof JobCreate>

/**
 * The state of an event's job. Times are on the event clock. Older clients use `end_date` to distinguish running from stopped
 * jobs.
 */
export const RecurringJob = z
  .object({
    event_id: EventId,
    job_type: JobType,
    end_date: DateTime,
    sleep_after_each_run_seconds: z.int(),
    /** A process is working on it now. If a job should run but does not, no process with the role `jobs` is alive. */
    is_running: z.boolean(),
    last_started_at: DateTime.nullable(),
    last_success_at: DateTime.nullable(),
    last_error: z.string().nullable(),
    last_error_at: DateTime.nullable(),
    /** Failed runs since the last success. */
    failures_in_a_row: z.int(),
    /** Since when the game does not respond: the job waits without failing. Null if the game responds. */
    away_since: DateTime.nullable(),
    /** Null if stopped, or before the end of the first run. */
    next_run_at: DateTime.nullable(),
    /** How long the oldest overdue work of the job has been waiting; null if unknown. */
    delay_seconds: z.int().nullable(),
    /** Incremented whenever the job is set. */
    version: z.int(),
  })
  .meta({ id: 'RecurringJob' })
export type RecurringJob = z.output<typeof RecurringJob>

export const scheduledTaskNames = [
  'FollowStreams',
  'KeepConnections',
  'CalculateBuilds',
  'RemoveRawData',
  'SendNotices',
  'SendPersonalNotices',
  'SendDirectMessages',
  'GiveDiscordRoles',
  'KeepSandbox',
] as const
export const ScheduledTaskName = z.enum(scheduledTaskNames).meta({ id: 'ScheduledTaskName' })
export type ScheduledTaskName = z.output<typeof ScheduledTaskName>

export interface ScheduledTaskRow {
  /** Interval between two runs, on the event clock. */
  readonly every_seconds: number
  /** The part of the status page that has problems while the task is late; null: players notice nothing. */
  readonly status_part: StatusPartName | null
  /** Settings without which the task is off; null if it always runs. */
  readonly needs: 'twitch' | 'calculators' | 'discord_bot' | null
}

export const scheduledTasks: Readonly<Record<ScheduledTaskName, ScheduledTaskRow>> = {
  // Twitch's own lists are one to two minutes behind; a shorter interval would show nothing new.
  FollowStreams: { every_seconds: 60, status_part: 'streams', needs: 'twitch' },
  // Most runs find no connection that is due.
  KeepConnections: { every_seconds: 600, status_part: 'logins', needs: null },
  CalculateBuilds: { every_seconds: 5, status_part: 'builds', needs: 'calculators' },
  RemoveRawData: { every_seconds: 600, status_part: 'game_data', needs: null },
  SendNotices: { every_seconds: 5, status_part: 'notices', needs: null },
  SendPersonalNotices: { every_seconds: 10, status_part: 'notices', needs: null },
  SendDirectMessages: { every_seconds: 10, status_part: 'notices', needs: 'discord_bot' },
  // A person who changes teams waits for the channels of the new one.
  GiveDiscordRoles: { every_seconds: 20, status_part: 'logins', needs: 'discord_bot' },
  // Also runs if the sandbox is switched off: the task then removes it.
  KeepSandbox: { every_seconds: 10, status_part: null, needs: null },
}

/** The queue of a scheduled task. */
export const TaskBacklog = z
  .object({
    /** Number of entries that are due. */
    waiting: z.int(),
    /** Since when the oldest due entry is waiting; null if there is none. */
    oldest_at: DateTime.nullable(),
    /** Entries postponed for a day after a failure; the events' problems give the reason. */
    failed: z.int(),
  })
  .meta({ id: 'TaskBacklog' })
export type TaskBacklog = z.output<typeof TaskBacklog>

/** The state of recurring work that belongs to no event. Times are on the event clock. */
export const ScheduledTaskState = z
  .object({
    name: ScheduledTaskName,
    /** False: the answering server is not configured with a provider for it, such as Twitch or a Path of Building program. */
    is_set_up: z.boolean(),
    /** A process is running it now. */
    is_running: z.boolean(),
    every_seconds: z.int(),
    last_started_at: DateTime.nullable(),
    last_success_at: DateTime.nullable(),
    /** Null if it never failed. */
    last_error: z.string().nullable(),
    last_error_at: DateTime.nullable(),
    /** Null if the task has no queue, or no provider is configured. */
    backlog: TaskBacklog.nullable(),
    /** Events whose raw data is due for removal but not matched yet: the task waits until their jobs are done. */
    waits_for: z.array(z.object({ id: EventId, name: z.string() })),
  })
  .meta({ id: 'ScheduledTaskState' })
export type ScheduledTaskState = z.output<typeof ScheduledTaskState>
