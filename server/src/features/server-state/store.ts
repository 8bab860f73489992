import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** A moment of an event, milliseconds of the event clock. */
export interface Mark {
  readonly event_id: EventId
  readonly at: number
}

/** The last result of a scheduled task; milliseconds of the event clock. */
export interface TaskRun {
  readonly name: string
  readonly last_success_at: number | null
  readonly last_error_at: number | null
}

export async function listTaskRuns(db: Db): Promise<TaskRun[]> {
  const rows = await db
    .selectFrom('scheduled_tasks')
    .select(['name', 'last_success_at', 'last_error_at'])
    .orderBy('name')
    .execute()
  return rows.map(({ name, last_success_at, last_error_at }) => ({
    name,
    last_success_at: last_success_at?.getTime() ?? null,
    last_error_at: last_error_at?.getTime() ?? null,
  }))
}

/** The last moves of stream positions, for events whose stream is fetched and that have a position. */
export async function listStreamMoves(db: Db, now: Date): Promise<Mark[]> {
  const rows = await db
    .selectFrom('stream_cursors')
    .innerJoin('jobs', 'jobs.event_id', 'stream_cursors.event_id')
    .select(['stream_cursors.event_id', 'moved_at'])
    .where('job_type', '=', 'FetchStashChanges')
    .where('end_date', '>', now)
    .orderBy('stream_cursors.event_id')
    .execute()
  return rows.map(({ event_id, moved_at }) => ({ event_id, at: moved_at.getTime() }))
}

/**
 * For each event whose ledger is ahead of its scores: since when. An entry may have an earlier time than that of its insertion;
 * it did not exist when scores were last written.
 */
export async function listUnscored(db: Db): Promise<Mark[]> {
  const { rows } = await sql<{ event_id: EventId; since: Date }>`
    select events.id as event_id, greatest(score_cursors.updated_at, min(pending.timestamp)) as since
    from events
    left join score_cursors on score_cursors.event_id = events.id
    cross join lateral (
      (select facts.timestamp from facts
        where facts.event_id = events.id and sequence > coalesce(ledger_sequence, 0) order by sequence limit 1)
      union all
      (select changes.timestamp from definition_changes changes
        where changes.event_id = events.id and sequence > coalesce(ledger_sequence, 0) order by sequence limit 1)
    ) pending
    group by events.id, score_cursors.updated_at
    order by events.id`.execute(db)
  return rows.map(({ event_id, since }) => ({ event_id, at: since.getTime() }))
}

export async function listHiddenEvents(db: Db): Promise<Set<EventId>> {
  const rows = await db.selectFrom('events').select('id').where('is_public', '=', false).execute()
  return new Set(rows.map(({ id }) => id))
}
