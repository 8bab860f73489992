import type { Condition } from '@muster/contract/conditions'
import type { EventId, ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import { readRelease } from '@muster/domain/objectives/release'
import { type ReportRules, createRuleReader } from '@muster/domain/submissions/report-rules'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { shownOf } from '../../db/event-columns.ts'
import type { Db, Tx } from '../../db/connect.ts'
import { furtherPresetIds } from '../../db/further-presets.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { conditionColumns, presentCondition } from '../conditions/store.ts'

export type StoredObjective = Row<'objectives'> & {
  readonly conditions: Condition[]
  readonly further_preset_ids: readonly ScoringPresetId[]
}

/** Objectives of an event, siblings in their order, each with its conditions and rules; one query. */
export async function listObjectives(db: Db, event_id: EventId): Promise<StoredObjective[]> {
  const rows = await db
    .selectFrom('objectives')
    .selectAll()
    .select(furtherPresetIds)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('conditions')
          .select(conditionColumns)
          .whereRef('conditions.objective_id', '=', 'objectives.id')
          .orderBy('conditions.id'),
      ).as('conditions'),
    )
    .where('event_id', '=', event_id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, conditions: row.conditions.map(presentCondition) }))
}

/** The objective with everything below it, parents first; empty if the event has no such objective. */
export async function listBranchIds(db: Db, event_id: EventId, id: ObjectiveId): Promise<ObjectiveId[]> {
  const { rows } = await sql<{ id: ObjectiveId }>`
    with recursive branch as (
      select id from objectives where id = ${id} and event_id = ${event_id}
      union all
      select child.id from objectives child join branch on child.parent_id = branch.id
    ) cycle id set is_cycle using path
    select id from branch where not is_cycle`.execute(db)
  return rows.map((row) => row.id)
}

/** The event of an objective, and whether it is the root; null for an unknown objective. */
export async function findObjectivePlace(db: Db, id: ObjectiveId) {
  const row = await db
    .selectFrom('objectives')
    .select(['event_id', 'parent_id', 'name', 'objective_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Whether an objective has submissions that count or still may count. */
export async function hasSubmissions(db: Db, id: ObjectiveId): Promise<boolean> {
  const row = await db
    .selectFrom('submissions')
    .select('id')
    .where('objective_id', '=', id)
    .where('approval_status', '!=', 'REJECTED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type ObjectiveColumns = Omit<NewRow<'objectives'>, 'event_id' | 'version'>

export function insertObjective(tx: Tx, event_id: EventId, columns: ObjectiveColumns): Promise<Row<'objectives'>> {
  return tx
    .insertInto('objectives')
    .values({ event_id, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Replaces the scoring rules of an objective after the first. */
export async function writeFurtherPresets(tx: Tx, objective_id: ObjectiveId, ids: readonly ScoringPresetId[]): Promise<void> {
  await tx.deleteFrom('objective_presets').where('objective_id', '=', objective_id).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('objective_presets')
    .values(ids.map((preset_id, position) => ({ objective_id, position, preset_id })))
    .execute()
}

/** Raises the version, as every edit does; without columns nothing else happens. */
export function updateObjective(tx: Tx, id: ObjectiveId, columns: Partial<ObjectiveColumns>): Promise<Row<'objectives'>> {
  return tx
    .updateTable('objectives')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** For an edit of the objective's conditions, which are part of it. */
export function raiseVersion(tx: Tx, id: ObjectiveId): void {
  tx.defer(
    tx
      .updateTable('objectives')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id),
  )
}

/** The order of objectives among their siblings. Not an edit of the objectives: their versions stay. */
export async function writePositions(tx: Tx, placed: readonly Pick<Row<'objectives'>, 'id' | 'position'>[]): Promise<void> {
  const [ids, positions] = [placed.map(({ id }) => id), placed.map(({ position }) => position)]
  await sql`
    update objectives set position = placed.position
    from unnest(${ids}::int[], ${positions}::int[]) as placed (id, position)
    where objectives.id = placed.id`.execute(tx)
}

/** Scores go first, in the lock order of the scorekeeper; foreign keys remove the rest. */
export async function removeObjectives(tx: Tx, ids: readonly ObjectiveId[]): Promise<void> {
  const [root] = ids
  if (root === undefined) return
  await tx.deleteFrom('scores').where('objective_id', '=', sql<ObjectiveId>`any(${ids})`).execute()
  await tx.deleteFrom('objectives').where('id', '=', root).execute()
}

/** The parts of an event's tree that decide visibility; times in milliseconds. */
export async function listOpenings(db: Db, event_id: EventId) {
  const rows = await db
    .selectFrom('objectives')
    .select(['id', 'parent_id', 'name', 'valid_from', 'hide_progress'])
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, valid_from: row.valid_from?.getTime() ?? null }))
}

/** Reads the rules for reports of an objective by its id. */
export async function loadReportRules(
  db: Db,
  event: ReportRules & Pick<Row<'events'>, 'id'>,
): Promise<(id: number) => ReportRules> {
  const rows = await db
    .selectFrom('objectives')
    .select(['id', 'parent_id', 'objective_type', 'reports', 'report_proof'])
    .where('event_id', '=', event.id)
    .execute()
  return createRuleReader(rows, event)
}

/** The objectives of an event that players and visitors see at this time. */
export const loadRelease = async (
  db: Db,
  event: Pick<Row<'events'>, 'id' | 'objectives_shown' | 'event_start_time'>,
  now: number,
) => readRelease(await listOpenings(db, event.id), shownOf(event), now)
