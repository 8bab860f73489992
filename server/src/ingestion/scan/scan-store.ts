import type { EventId } from '@muster/contract/ids'
import type { ScanSource, ScanState } from '@muster/contract/item-checks'
import type { ItemRule } from '@muster/domain/objectives/fact-rule'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { hashItemRule } from './scan-rules.ts'
import type { ObjectiveTally } from './tally.ts'

export type Scan = Row<'item_scans'>

const openStates = ['waiting', 'running'] as const satisfies readonly ScanState[]

/** The event's scan that waits or runs; there is one at most. */
export const findOpenScan = (db: Db, event_id: EventId): Promise<Scan | undefined> =>
  db.selectFrom('item_scans').selectAll().where('event_id', '=', event_id).where('state', 'in', openStates).executeTakeFirst()

export const listScans = (db: Db, event_id: EventId): Promise<Scan[]> =>
  db.selectFrom('item_scans').selectAll().where('event_id', '=', event_id).orderBy('source').execute()

/** One run of the scan of a source. */
export type ScanRun = Pick<Scan, 'event_id' | 'source' | 'run'>

/** Changes a scan unless it was ended or replaced. @returns false if it was */
async function change(
  tx: Tx,
  { event_id, source, run }: ScanRun,
  columns: Partial<Omit<Scan, 'event_id' | 'source'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('item_scans')
    .set(columns)
    .where('event_id', '=', event_id)
    .where('source', '=', source)
    .where('run', '=', run)
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Begins the work of a scan, and deletes the results left by a process that stopped. */
export async function beginScan(
  tx: Tx,
  run: ScanRun,
  begun: { readonly definition_version: number; readonly total: number | null; readonly rules: ReadonlyMap<number, ItemRule> },
): Promise<boolean> {
  const { definition_version, total, rules } = begun
  if (!(await change(tx, run, { state: 'running', definition_version, total, items: 0, done: 0 }))) return false
  await tx.deleteFrom('item_scan_results').where('event_id', '=', run.event_id).where('source', '=', run.source).execute()
  const hashes = [...rules.values()].map(hashItemRule)
  await sql`
    insert into item_scan_results (event_id, source, objective_id, rule_hash)
    select ${run.event_id}, ${run.source}, objectives.id, rule_hash
    from unnest(${[...rules.keys()]}::int[], ${hashes}::text[]) as tested (id, rule_hash)
    join objectives using (id)`.execute(tx)
  return true
}

/** Stores the progress of a scan. @returns false if it was ended or replaced */
export async function saveProgress(
  tx: Tx,
  run: ScanRun,
  progress: Partial<Pick<Scan, 'items' | 'done' | 'problem' | 'state' | 'ended_at'>>,
  changed: readonly ObjectiveTally[],
): Promise<boolean> {
  if (!(await change(tx, run, progress))) return false
  if (changed.length === 0) return true
  await sql`
    update item_scan_results set matches = found.matches, first_at = found.first_at, hits = found.hits
    from unnest(
      ${changed.map(({ objective_id }) => objective_id)}::int[], ${changed.map(({ matches }) => matches)}::int[],
      ${changed.map(({ first_at }) => (first_at === null ? null : new Date(first_at)))}::timestamptz[],
      ${changed.map(({ hits }) => JSON.stringify(hits))}::jsonb[]
    ) as found (objective_id, matches, first_at, hits)
    where event_id = ${run.event_id} and source = ${run.source} and item_scan_results.objective_id = found.objective_id`.execute(
    tx,
  )
  return true
}

/** The events with stored snapshots of one game, the newest first, and their number. */
export async function listStoredEvents(db: Db, game_version: Row<'events'>['game_version']) {
  const rows = await db
    .selectFrom('stash_snapshots')
    .innerJoin('events', 'events.id', 'stash_snapshots.event_id')
    .select(['events.id', 'events.name'])
    .select((select) => select.fn.countAll<number>().as('snapshots'))
    .where('events.game_version', '=', game_version)
    .where(hasItems)
    .groupBy('events.id')
    .orderBy('events.event_start_time', 'desc')
    .execute()
  return rows
}

/** Snapshots kept for receipts after the removal of raw data have no items. */
const hasItems = sql<boolean>`items_hash <> ''::bytea`

/** Upper bound of the scans of one source, for `jobs.end_date`: a process that stopped is replaced long before. */
export const lease_ms = 24 * 3_600_000

/** The job of a scan runs until then; the runner ends it within seconds. */
export const setScanEnd = (db: Db, event_id: EventId, end_date: Date) =>
  db
    .insertInto('jobs')
    .values({ event_id, job_type: 'ScanItems', end_date })
    .onConflict((conflict) => conflict.columns(['event_id', 'job_type']).doUpdateSet({ end_date }))
    .execute()

/** Starts a scan of this source in place of its last one. */
export async function insertScan(
  tx: Tx,
  scan: { event_id: EventId; source: ScanSource; started_at: Date; ends_at: Date },
): Promise<void> {
  const fresh = {
    ...scan,
    state: 'waiting' as const,
    ended_at: null,
    definition_version: 0,
    items: 0,
    done: 0,
    total: null,
    problem: null,
  }
  await tx
    .insertInto('item_scans')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'source']).doUpdateSet((set) => ({ ...fresh, run: set('item_scans.run', '+', 1) })),
    )
    .execute()
}

/** Stops the running scan of an event, if there is one. */
export const stopScans = (tx: Tx, event_id: EventId, ended_at: Date) =>
  tx
    .updateTable('item_scans')
    .set({ state: 'stopped', ended_at })
    .where('event_id', '=', event_id)
    .where('state', 'in', openStates)
    .execute()
