import type { EventId } from '@muster/contract/ids'
import type { RawKind } from '@muster/contract/retention'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { retryDeadlocks } from '../../db/deadlocks.ts'
import { notifyAccess } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { removeFiguresOf } from '../../ingestion/characters/build-figures.ts'
import { packItems, writeItems } from '../../ingestion/stash/stored-items.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findRaw, type RawTable, rawTables } from './raw-data.ts'
import { isMatched, lockEvents } from './store.ts'

/**
 * Makes an event final: its jobs end, a runner that still works on one can write no more of it, and none can be started.
 * @returns why not: the date was moved, or not everything is matched yet
 */
function begin(db: Db, event_id: EventId, now: Date): Promise<'begun' | 'not_due' | 'not_matched'> {
  return retryDeadlocks(() =>
    db.transact(async (tx) => {
      // In the lock order of a writing job: its own row first.
      await sql`select from jobs where event_id = ${event_id} order by job_type for update`.execute(tx)
      await lockEvents(tx, [event_id])
      const event = await tx.selectFrom('events').selectAll().where('id', '=', event_id).forNoKeyUpdate().executeTakeFirst()
      if (!event || event.archived_at !== null || event.raw_removed_at !== null) return 'not_due'
      if (event.raw_removal_began_at !== null) return 'begun'
      if (event.raw_kept_until === null || event.raw_kept_until > now || event.event_end_time > now) return 'not_due'
      if (!(await isMatched(tx, event_id))) return 'not_matched'
      await tx
        .updateTable('events')
        .set((set) => ({ raw_removal_began_at: now, raw_removed: {}, version: set('version', '+', 1) }))
        .where('id', '=', event_id)
        .execute()
      await sql`
        update jobs set end_date = least(end_date, ${now}), fence = fence + 1, lease_owner = null, lease_expires_at = null,
          version = version + 1
        where event_id = ${event_id}`.execute(tx)
      await notifyAccess(tx)
      return 'begun'
    }),
  )
}

/** One batch of rows of a table; `after` is the end of the previous batch, 0 at the beginning. */
interface Batch {
  readonly rows: number
  /** Null: there are no more. */
  readonly after: number | null
}

const { items: noItems } = packItems(writeItems([]))

/**
 * From the newest to the oldest, so that no snapshot is left without its base. A snapshot with a fact keeps the values that
 * receipts show: where the items lay, and the level and class of the character.
 */
async function removeSnapshots(
  tx: Tx,
  event_id: EventId,
  withFacts: ReadonlySet<number>,
  after: number,
  limit: number,
): Promise<Batch> {
  const before = after === 0 ? Number.MAX_SAFE_INTEGER : after
  const { rows } = await sql<{ id: number }>`
    select id from stash_snapshots where event_id = ${event_id} and id < ${before} and items_hash <> ''::bytea
    order by id desc limit ${limit}`.execute(tx)
  const pick = (has_fact: boolean) => rows.flatMap(({ id }) => (withFacts.has(id) === has_fact ? [id] : []))
  await sql`delete from stash_snapshots where id = any(${pick(false)})`.execute(tx)
  await sql`
    update stash_snapshots set items = ${noItems}, items_hash = ''::bytea, item_count = 0, base_id = null
    where id = any(${pick(true)})`.execute(tx)
  return { rows: rows.length, after: rows.at(-1)?.id ?? null }
}

/** Builds, with the figures that no other build has. */
async function removeBuilds(tx: Tx, table: RawTable, event_id: EventId, limit: number): Promise<number> {
  const { rows } = await sql<{ export_hash: Buffer }>`
    delete from ${sql.table(table.name)} where ctid = any(array(
      select ctid from ${sql.table(table.name)} where event_id = ${event_id} limit ${limit}))
    returning export_hash`.execute(tx)
  await removeFiguresOf(
    tx,
    rows.map(({ export_hash }) => export_hash),
  )
  return rows.length
}

/** Snapshots that facts come from. Nothing evaluates a final event, so none is added while its raw data is removed. */
async function listFactSnapshots(db: Db, event_id: EventId): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  const query = sql`
    select distinct stash_snapshot_id from facts where event_id = ${sql.lit(event_id)} and stash_snapshot_id is not null`
  await db.copy(query, (row) => ids.add(row.int() ?? 0))
  return ids
}

async function takeBatch(
  tx: Tx,
  table: RawTable,
  event_id: EventId,
  withFacts: ReadonlySet<number>,
  after: number,
  limit: number,
): Promise<Batch> {
  if (table.name === 'stash_snapshots') return removeSnapshots(tx, event_id, withFacts, after, limit)
  const more = (rows: number): Batch => ({ rows, after: rows === 0 ? null : 0 })
  if (table.name === 'character_builds' || table.name === 'build_queue')
    return more(await removeBuilds(tx, table, event_id, limit))
  const chosen = sql`ctid = any(array(
    select ctid from ${sql.table(table.name)} where ${findRaw(table, event_id)} limit ${limit}))`
  const values = 'columns' in table ? Object.entries(table.columns) : null
  const { numAffectedRows } = await (values === null
    ? sql`delete from ${sql.table(table.name)} where ${chosen}`
    : sql`update ${sql.table(table.name)} set ${sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
        where ${chosen}`
  ).execute(tx)
  return more(Number(numAffectedRows ?? 0n))
}

/** Adds the size of a batch to the event, in the transaction of the batch. */
async function count(tx: Tx, event_id: EventId, kind: RawKind, rows: number): Promise<void> {
  await sql`
    update events set raw_removed = raw_removed || jsonb_build_object(${kind}::text, coalesce((raw_removed ->> ${kind}::text)::bigint, 0) + ${rows}::bigint)
    where id = ${event_id}`.execute(tx)
}

/** Stores that everything is removed, and how much it was. */
async function finish(tx: Tx, event_id: EventId, now: Date): Promise<Row<'events'> | null> {
  const event = await tx
    .updateTable('events')
    .set({ raw_removed_at: now })
    .where('id', '=', event_id)
    .where('raw_removal_began_at', 'is not', null)
    .where('raw_removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!event) return null
  const detail = Object.entries(event.raw_removed ?? {}).flatMap(([kind, rows]) => [kind, String(rows)])
  const change = { event_id, author_id: null, changed_at: now, subject: event.name, detail: detail.join(' ') }
  await insertAdminChange(tx, { ...change, kind: 'raw_data_removed' })
  await notifyAccess(tx)
  return event
}

/**
 * Removes the raw data of an event that is due. Each batch is a transaction of its own, which locks its rows for milliseconds and
 * stores its size in the event: after a stop or a crash another turn continues with the rest.
 * @yields after each batch, the removed rows
 * @returns the total
 */
export async function* removeRawData(
  db: Db,
  event_id: EventId,
  now: () => Date,
  batch_rows = 500,
): AsyncGenerator<{ readonly kind: RawKind; readonly rows: number }, 'removed' | 'not_due' | 'not_matched'> {
  const begun = await begin(db, event_id, now())
  if (begun !== 'begun') return begun
  const withFacts = await listFactSnapshots(db, event_id)
  // One more round than necessary: a call admitted a moment earlier may have written since.
  for (let found = true; found; ) {
    found = false
    for (const table of rawTables) {
      let after: number | null = 0
      while (after !== null) {
        const from: number = after
        const batch: Batch = await db.transact(async (tx) => {
          const taken = await takeBatch(tx, table, event_id, withFacts, from, batch_rows)
          if (taken.rows > 0) await count(tx, event_id, table.kind, taken.rows)
          return taken
        })
        after = batch.after
        if (batch.rows === 0) continue
        found = true
        yield { kind: table.kind, rows: batch.rows }
      }
    }
  }
  const event = await db.transact((tx) => finish(tx, event_id, now()))
  return event ? 'removed' : 'not_due'
}
