import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { retryDeadlocks } from '../db/deadlocks.ts'
import { gameJobsLock } from '../db/ledger.ts'
import type { Row } from '../db/schema.ts'
import { awaitAll } from '../db/transaction.ts'
import { type JobKey, LeaseLost, type WorkType } from './job.ts'
import { presencePrefix } from './presence.ts'

/** Wall-clock seconds until a lease expires without renewal; then another runner takes over. */
export const leaseTtl_seconds = 6

/** The job has no holder: no lease, an expired lease, or a holder whose connection the database has seen close. */
const isFree = sql<boolean>`(
  lease_owner is null or lease_expires_at < now()
  or not exists (select from pg_stat_activity where application_name = ${presencePrefix} || lease_owner))`

/** Jobs that should be running but have no holder, according to the event clock and the database's wall clock. */
export async function listFreeJobs(db: Db, now: Date): Promise<JobKey[]> {
  return db.selectFrom('jobs').select(['event_id', 'job_type']).where('end_date', '>', now).where(isFree).execute()
}

/**
 * Takes a free job. A job in `together` can be taken only while no other process holds one of them; a hanging or dead holder does
 * not count.
 * @returns the fence of the new lease, or null if another process was faster.
 */
export async function acquireLease(
  db: Db,
  { event_id, job_type }: JobKey,
  owner: string,
  together: readonly WorkType[] = [],
): Promise<number | null> {
  return db.transact(async (tx) => {
    if (together.includes(job_type)) {
      // Without this lock, two processes taking different jobs at the same moment would not see each other.
      tx.defer(sql`select pg_advisory_xact_lock(${gameJobsLock}, 0)`)
      const elsewhere = await tx
        .selectFrom('jobs')
        .select('job_type')
        .where('job_type', 'in', together)
        .where('lease_owner', '<>', owner)
        .where((where) => where.not(isFree))
        .executeTakeFirst()
      if (elsewhere) return null
    }
    const row = await tx
      .updateTable('jobs')
      .set((set) => ({
        lease_owner: owner,
        fence: set('fence', '+', 1),
        lease_expires_at: sql<Date>`now() + make_interval(secs => ${leaseTtl_seconds})`,
      }))
      .where('event_id', '=', event_id)
      .where('job_type', '=', job_type)
      .where(isFree)
      .returning('fence')
      .executeTakeFirst()
    return row?.fence ?? null
  })
}

/** @returns the job's end date while this process still has the lease, else null. */
export async function renewLease(db: Db, { event_id, job_type }: JobKey, fence: number): Promise<Date | null> {
  const row = await db
    .updateTable('jobs')
    .set({ lease_expires_at: sql<Date>`now() + make_interval(secs => ${leaseTtl_seconds})` })
    .where('event_id', '=', event_id)
    .where('job_type', '=', job_type)
    .where('fence', '=', fence)
    .returning('end_date')
    .executeTakeFirst()
  return row?.end_date ?? null
}

export async function releaseLease(db: Db, { event_id, job_type }: JobKey, fence: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_owner: null, lease_expires_at: null })
    .where('event_id', '=', event_id)
    .where('job_type', '=', job_type)
    .where('fence', '=', fence)
    .execute()
}

/** Locks the job's row until the transaction ends; fails if the fence is outdated. */
async function lockFence(tx: Tx, { event_id, job_type }: JobKey, fence: number): Promise<void> {
  const query = tx
    .selectFrom('jobs')
    .select('fence')
    .where('event_id', '=', event_id)
    .where('job_type', '=', job_type)
    .where('fence', '=', fence)
    .forShare()
  const held = await query.execute()
  if (held.length === 0) throw new LeaseLost(`Another process has taken over ${job_type} of event ${event_id}`)
}

/**
 * Writes in one transaction, which is rolled back if the fence is outdated. Repeated after a deadlock.
 * @throws LeaseLost when another runner has taken over the job.
 */
export function writeFenced<T>(db: Db, key: JobKey, fence: number, use: (tx: Tx) => Promise<T>): Promise<T> {
  return retryDeadlocks(() =>
    db.transact(async (tx) => {
      // The row is locked before the first write; the fence must be checked before the commit.
      const [, result] = await awaitAll([lockFence(tx, key, fence), use(tx)])
      return result
    }),
  )
}

/** The data of a job for a round: its event, and the shortest pause (event time) set by an admin. */
export interface JobState {
  readonly event: Row<'events'>
  readonly pause_ms: number
}

/** Records the start of a round. */
export async function recordStart(db: Db, { event_id, job_type }: JobKey, now: Date): Promise<JobState> {
  const { sleep_after_each_run_seconds, ...event } = await db
    .updateTable('jobs')
    .from('events')
    .set({ last_started_at: now })
    .where('jobs.event_id', '=', event_id)
    .where('job_type', '=', job_type)
    .whereRef('events.id', '=', 'jobs.event_id')
    .returningAll('events')
    .returning('sleep_after_each_run_seconds')
    .executeTakeFirstOrThrow()
  return { event, pause_ms: sleep_after_each_run_seconds * 1000 }
}

export async function recordSuccess(db: Db, { event_id, job_type }: JobKey, now: Date, next_run_at: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ last_success_at: now, next_run_at, failures_in_a_row: 0, away_since: null })
    .where('event_id', '=', event_id)
    .where('job_type', '=', job_type)
    .execute()
}

/** @returns the number of failed rounds in a row, including this one. */
export async function recordFailure(db: Db, { event_id, job_type }: JobKey, now: Date, error: string): Promise<number> {
  const row = await db
    .updateTable('jobs')
    .set((set) => ({ last_error: error.slice(0, 1000), last_error_at: now, failures_in_a_row: set('failures_in_a_row', '+', 1) }))
    .where('event_id', '=', event_id)
    .where('job_type', '=', job_type)
    .returning('failures_in_a_row')
    .executeTakeFirst()
  return row?.failures_in_a_row ?? 1
}

/** Records that the game does not respond. The start of the outage is kept, even after another process took over the job. */
export async function recordAway(db: Db, { event_id, job_type }: JobKey, now: Date, error: string, since: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      last_error: error,
      last_error_at: now,
      failures_in_a_row: 0,
      away_since: sql<Date>`coalesce(away_since, ${since}::timestamptz)`,
    })
    .where('event_id', '=', event_id)
    .where('job_type', '=', job_type)
    .execute()
}

/** Records when a failed job is tried again. */
export async function recordNextRun(db: Db, { event_id, job_type }: JobKey, next_run_at: Date): Promise<void> {
  await db.updateTable('jobs').set({ next_run_at }).where('event_id', '=', event_id).where('job_type', '=', job_type).execute()
}
