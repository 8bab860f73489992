import {
  asksGame,
  type JobCreate,
  type JobType,
  jobTypes,
  type RecurringJob,
  type ScheduledTaskState,
  scheduledTaskNames,
  scheduledTasks,
} from '@muster/contract/jobs'
import type { EventId } from '@muster/contract/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

/** When the oldest overdue work of a job became due; `now` if there is none, null if unknown. */
const oldestDue: Readonly<Record<JobType, (now: Date) => RawBuilder<Date | null>>> = {
  // Every round reads all there is, so its data is as old as the last successful round.
  FetchStashChanges: () => sql`jobs.last_success_at`,
  EvaluateStashChanges: (now) => sql`coalesce((
    select min(timestamp) from stash_snapshots where stash_snapshots.event_id = jobs.event_id and id > coalesce(
      (select snapshot_id from evaluation_cursors where evaluation_cursors.event_id = jobs.event_id), 0)), ${now}::timestamptz)`,
  FetchCharacterData: (now) => sql`(
    select min(least(list_due_at, detail_due_at, atlas_due_at, wanted_at, ${now}::timestamptz)) from character_polls
    where character_polls.event_id = jobs.event_id)`,
  FetchGuildStashes: (now) => sql`coalesce((
    select min(least(due_at, wanted_at, ${now}::timestamptz)) from guild_stash_tabs
    where guild_stash_tabs.event_id = jobs.event_id and fetch_enabled and parent_id is null), ${now}::timestamptz)`,
  DetermineGuildStashAccess: (now) => sql`(
    select min(least(due_at, ${now}::timestamptz)) from guild_stash_polls where guild_stash_polls.event_id = jobs.event_id)`,
}

type StoredJob = Pick<
  Row<'jobs'>,
  | 'event_id'
  | 'end_date'
  | 'sleep_after_each_run_seconds'
  | 'last_started_at'
  | 'last_success_at'
  | 'last_error'
  | 'last_error_at'
  | 'failures_in_a_row'
  | 'away_since'
  | 'next_run_at'
  | 'version'
> & { readonly job_type: JobType; readonly is_held: boolean; readonly due_at: Date | null }

const toText = (date: Date | null) => date?.toISOString() ?? null

function presentJob({ is_held, due_at, ...job }: StoredJob, now: Date): RecurringJob {
  const isWanted = job.end_date > now
  const delay_seconds = due_at && Math.max(0, Math.floor((now.getTime() - due_at.getTime()) / 1000))
  return {
    ...job,
    end_date: job.end_date.toISOString(),
    is_running: is_held && isWanted,
    last_started_at: toText(job.last_started_at),
    last_success_at: toText(job.last_success_at),
    last_error_at: toText(job.last_error_at),
    // A job that fails for another reason is not waiting for the game.
    away_since: isWanted && job.failures_in_a_row === 0 ? toText(job.away_since) : null,
    next_run_at: isWanted ? toText(job.next_run_at) : null,
    delay_seconds: isWanted ? delay_seconds : null,
  }
}

const placeOf = ({ job_type }: { job_type: JobType }) => jobTypes.indexOf(job_type)

/** All jobs in the order of the contract's list, then by event; one query. */
export async function listJobs(db: Db, now: Date): Promise<RecurringJob[]> {
  const due = Object.entries(oldestDue).map(([job_type, read]) => sql`when ${job_type} then ${read(now)}`)
  const rows = await db
    .selectFrom('jobs')
    .select(['event_id', 'job_type', 'end_date', 'sleep_after_each_run_seconds', 'last_started_at', 'last_success_at'])
    .select(['last_error', 'last_error_at', 'failures_in_a_row', 'away_since', 'next_run_at', 'version'])
    .select(sql<boolean>`lease_owner is not null and lease_expires_at > now()`.as('is_held'))
    .select(sql<Date | null>`case job_type ${sql.join(due, sql` `)} end`.as('due_at'))
    .where('job_type', 'in', jobTypes)
    .orderBy('event_id')
    .$narrowType<{ job_type: JobType }>()
    .execute()
  return rows.sort((a, b) => placeOf(a) - placeOf(b)).map((row) => presentJob(row, now))
}

/**
 * Jobs that this server can run: without a client of the game's API, the others wait for one and are neither late nor failing.
 */
export async function listReadyJobs({ db, clock, game }: Context): Promise<RecurringJob[]> {
  const jobs = await listJobs(db, new Date(clock.now()))
  return game === null ? jobs.filter(({ job_type }) => !asksGame(job_type)) : jobs
}

/**
 * Sets a job to run until `end_date`; a runner starts, continues or stops it.
 * @returns false if `base_version` is given and differs from the stored version
 */
export async function upsertJob(
  db: Db,
  { event_id, job_type, sleep_after_each_run_seconds, base_version }: JobCreate,
  end_date: Date,
): Promise<boolean> {
  const columns = { end_date, sleep_after_each_run_seconds }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('jobs')
    .values({ event_id, job_type, ...columns })
    .onConflict((conflict) => {
      const update = conflict
        .columns(['event_id', 'job_type'])
        .doUpdateSet((eb) => ({ ...columns, version: eb('jobs.version', '+', 1) }))
      return typeof base_version === 'number' ? update.where('jobs.version', '=', base_version) : update
    })
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Extends a job to run at least until `end_date`; a longer one is unchanged. */
export async function extendJob(
  db: Db,
  { event_id, job_type }: Pick<JobCreate, 'event_id' | 'job_type'>,
  end_date: Date,
): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ event_id, job_type, end_date })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'job_type'])
        .doUpdateSet((eb) => ({ end_date, version: eb('jobs.version', '+', 1) }))
        .where('jobs.end_date', '<', end_date),
    )
    .execute()
}

type TaskRuns = Omit<ScheduledTaskState, 'is_set_up' | 'backlog' | 'waits_for'>

/** The runs of every scheduled task, in the order of the contract's list; a task that never ran has a row, too. */
export async function listTaskRuns(db: Db): Promise<TaskRuns[]> {
  const rows = await db
    .selectFrom('scheduled_tasks')
    .select(['name', 'last_started_at', 'last_success_at', 'last_error', 'last_error_at'])
    .select(sql<boolean>`lease_expires_at is not null and lease_expires_at > now()`.as('is_held'))
    .execute()
  const byName = new Map(rows.map((row) => [row.name, row]))
  return scheduledTaskNames.map((name) => {
    const row = byName.get(name)
    return {
      name,
      is_running: row?.is_held ?? false,
      every_seconds: scheduledTasks[name].every_seconds,
      last_started_at: toText(row?.last_started_at ?? null),
      last_success_at: toText(row?.last_success_at ?? null),
      last_error: row?.last_error ?? null,
      last_error_at: toText(row?.last_error_at ?? null),
    }
  })
}

/** When the oldest kept position of an event was read; null if there is none. */
export async function findOldestKept(db: Db, event_id: EventId): Promise<Date | null> {
  const row = await db
    .selectFrom('stream_positions')
    .select('read_at')
    .where('event_id', '=', event_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.read_at ?? null
}
