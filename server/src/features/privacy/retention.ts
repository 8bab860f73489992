import type { Event } from '@muster/contract/events'
import type { EventId, UserId } from '@muster/contract/ids'
import { type EventRetention, type RawKind, type RetentionChoice, rawKinds } from '@muster/contract/retention'
import { findEarliestRemoval } from '@muster/domain/events/retention'
import { sql } from 'kysely'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findEvent, lockEventForEdit, presentEvent, updateEvent } from '../events/store.ts'
import { findRaw, rawTables } from './raw-data.ts'
import { isMatched } from './store.ts'

/** Estimated size of a row without its large columns. */
const row_bytes = 120

/** The size of an event's raw data; bytes as stored, compressed, and without indexes. */
async function measureRaw(db: Db, event_id: EventId): Promise<EventRetention['stored']> {
  const tables = rawTables.map((table) => {
    const weights = (table.weighs ?? []).map((column) => sql`coalesce(pg_column_size(${sql.ref(column)}), 0)`)
    return sql`
      select ${table.kind} as kind, count(*) as rows, coalesce(sum(${sql.join([sql`${sql.lit(row_bytes)}`, ...weights], sql` + `)}), 0) as bytes
      from ${sql.table(table.name)} where ${findRaw(table, event_id)}`
  })
  const { rows } = await sql<{ kind: RawKind; rows: number; bytes: number }>`
    select kind, sum(rows)::bigint as rows, sum(bytes)::bigint as bytes
    from (${sql.join(tables, sql` union all `)}) as measured group by kind`.execute(db)
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return rawKinds.map((kind) => byKind.get(kind) ?? { kind, rows: 0, bytes: 0 })
}

/** @throws Refusal event_not_found */
async function readRetention({ db, clock }: Context, event_id: EventId): Promise<EventRetention> {
  const event = await findEvent(db, event_id)
  if (!event) throw new Refusal('event_not_found')
  const { raw_kept_until, raw_removal_began_at, raw_removed_at, raw_removed, event_end_time, version } = event
  const isFinal = raw_removal_began_at !== null
  return {
    kept_until: raw_kept_until?.toISOString() ?? null,
    earliest: new Date(findEarliestRemoval(event_end_time.getTime(), clock.now())).toISOString(),
    version,
    final_since: raw_removal_began_at?.toISOString() ?? null,
    removed_at: raw_removed_at?.toISOString() ?? null,
    is_matched: isFinal || (await isMatched(db, event_id)),
    stored: await measureRaw(db, event_id),
    removed: rawKinds.flatMap((kind) => {
      const rows = raw_removed?.[kind] ?? 0
      return rows > 0 ? [{ kind, rows }] : []
    }),
  }
}

/**
 * @throws Refusal event_not_found, event_archived, event_final, changed_meanwhile; invalid_request for a date that is too early
 */
function chooseRetention(
  { db, clock }: Context,
  event_id: EventId,
  { kept_until, base_version }: RetentionChoice,
  author_id: UserId,
): Promise<Event> {
  return db.transact(async (tx) => {
    const before = await lockEventForEdit(tx, event_id)
    if (before.archived_at !== null) throw new Refusal('event_archived')
    if (before.raw_removal_began_at !== null) throw new Refusal('event_final')
    checkVersion(base_version, before.version)
    const now = clock.now()
    const chosen = kept_until === null ? null : new Date(kept_until)
    if (chosen !== null && chosen.getTime() < findEarliestRemoval(before.event_end_time.getTime(), now)) {
      const problem = 'must be at least a day away, and a day after the end of the event'
      throw refuseField('kept_until', problem)
    }
    if (chosen?.getTime() !== before.raw_kept_until?.getTime()) {
      await updateEvent(tx, event_id, { raw_kept_until: chosen })
      await insertAdminChange(tx, {
        event_id,
        author_id,
        changed_at: new Date(now),
        kind: 'retention_chosen',
        subject: before.name,
        detail: chosen?.toISOString() ?? '',
      })
    }
    const event = await findEvent(tx, event_id)
    if (!event) throw new Error('a locked event disappeared')
    return presentEvent(tx, event)
  })
}

export const retentionRoutes = {
  getEventRetention: ({ ctx, event }) => readRetention(ctx, event.id),
  chooseEventRetention: ({ ctx, event, viewer, body }) => chooseRetention(ctx, event.id, body, viewer.user_id),
} satisfies Partial<Handlers>
