import type { JobType } from '@muster/contract/jobs'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { retryDeadlocks } from '../db/deadlocks.ts'
import { gameJobsLock } from '../db/ledger.ts'
import type { Row } from '../db/schema.ts'
import { awaitAll } from '../db/transaction.ts'
import { type JobKey, LeaseLost } from './job.ts'
import { presencePrefix } from './presence.ts'

/** Wall-clock seconds a lease lives without being renewed: after that a runner that hangs is replaced. */
export const leaseTtl_seconds = 6

/** Nobody holds the job: no lease, one that ran out, or one whose holder's connection the database has seen end. */
const isFree = sql<boolean>`(
  lease_owner is null or lease_expires_at < now()
  or not exists (select from pg_stat_activity where application_name = ${presencePrefix} || lease_owner))`

/** Jobs that should be running now and that nobody holds, judged by the event clock and the database's wall clock. */
export async function listFreeJobs(db: Db, now: Date): Promise<JobKey[]> {
  return db.selectFrom('jobs').select(['event_id', 'job_type']).where('end_date', '>', now).where(isFree).execute()
}

/**
 * Takes a free job. One of `together` is taken only while nobody else holds any of them; whoever hangs or dies holds none.
 * @returns the fence of the new lease, or null when somebody else was faster.
 */
export async function acquireLease(
  db: Db,
  { event_id, job_type }: JobKey,
  owner: string,
  together: readonly JobType[] = [],
): Promise<number | null> {
  return db.transact(async (tx) => {
    if (together.includes(job_type)) {
      // Two who take different ones of them at the same moment would not see each other.
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

/** @returns the job's end date while the lease is still ours, else null. */
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

/** Keeps the job's row until the transaction ends; fails when the fence is no longer ours. */
async function lockFence(tx: Tx, { event_id, job_type }: JobKey, fence: number): Promise<void> {
  const query = tx
    .selectFrom('jobs')
    .select('fence')
    .where('event_id', '=', event_id)
    .where('job_type', '=', job_type)
    .where('fence', '=', fence)
    .forShare()
  const held = await query.execute()
  if (held.length === 0) throw new LeaseLost(`${job_type} of event ${event_id} was taken over`)
}

/**
 * Writes in one transaction, which comes to nothing when the fence is no longer ours. Done again when the database ended it for
 * the sake of another.
 * @throws LeaseLost when another runner has taken the job over.
 */
export function writeFenced<T>(db: Db, key: JobKey, fence: number, use: (tx: Tx) => Promise<T>): Promise<T> {
  return retryDeadlocks(() =>
    db.transact(async (tx) => {
      // The row is held before anything is written; whether the fence is ours has to be known before the end.
      const [, result] = await awaitAll([lockFence(tx, key, fence), use(tx)])
      return result
    }),
  )
}

/** What a round needs to know of its job: the event, and the shortest pause (event time) that an admin asked for. */
export interface JobState {
  readonly event: Row<'events'>
  readonly pause_ms: number
}

/** Notes that a round begins. */
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

/** @returns how many rounds have failed in a row, this one included. */
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

/** Notes that the game does not respond. The first moment stays, also when another process took the job over meanwhile. */
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

/** Says when a job whose round failed is tried again. */
export async function recordNextRun(db: Db, { event_id, job_type }: JobKey, next_run_at: Date): Promise<void> {
  await db.updateTable('jobs').set({ next_run_at }).where('event_id', '=', event_id).where('job_type', '=', job_type).execute()
}
