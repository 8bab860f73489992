import type { Condition } from '@muster/contract/conditions'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

export type StoredObjective = Row<'objectives'> & { readonly conditions: Condition[] }

/** Objectives of an event by id, each with its conditions; one query. */
export function listObjectives(db: Db, event_id: EventId): Promise<StoredObjective[]> {
  return db
    .selectFrom('objectives')
    .selectAll()
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('conditions')
          .select(['conditions.id', 'field', 'operator', 'value'])
          .whereRef('conditions.objective_id', '=', 'objectives.id')
          .orderBy('conditions.id'),
      ).as('conditions'),
    )
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute()
}

/** The objective with everything below it, parents first; nothing when the event has no such objective. */
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

/** The event of an objective, and whether it is the root; null when there is no such objective anywhere. */
export async function findObjectivePlace(db: Db, id: ObjectiveId) {
  const row = await db
    .selectFrom('objectives')
    .select(['event_id', 'parent_id', 'name', 'objective_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Whether people handed something in for an objective that counts, or still may. */
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

/** Whether the event has the objective and neither it nor anything above it opens after `now`; null = opening is no matter. */
export async function isReleased(db: Db, event_id: EventId, id: ObjectiveId, now: Date | null): Promise<boolean> {
  const { rows } = await sql<{ valid_from: Date | null }>`
    with recursive line as (
      select id, parent_id, valid_from from objectives where id = ${id} and event_id = ${event_id}
      union all
      select parent.id, parent.parent_id, parent.valid_from from objectives parent join line on line.parent_id = parent.id
    ) cycle id set is_cycle using path
    select valid_from from line where not is_cycle`.execute(db)
  return rows.length > 0 && rows.every(({ valid_from }) => now === null || valid_from === null || valid_from <= now)
}

export type ObjectiveColumns = Omit<NewRow<'objectives'>, 'event_id'>

export async function insertObjective(tx: Tx, event_id: EventId, columns: ObjectiveColumns): Promise<ObjectiveId> {
  const row = await tx
    .insertInto('objectives')
    .values({ event_id, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateObjective(tx: Tx, id: ObjectiveId, columns: ObjectiveColumns): Promise<void> {
  await tx.updateTable('objectives').set(columns).where('id', '=', id).execute()
}

/** Scores go first, in the order in which the scorekeeper takes its locks; the rest goes with the objectives. */
export async function removeObjectives(tx: Tx, ids: readonly ObjectiveId[]): Promise<void> {
  const [root] = ids
  if (root === undefined) return
  await tx.deleteFrom('scores').where('objective_id', '=', sql<ObjectiveId>`any(${ids})`).execute()
  await tx.deleteFrom('objectives').where('id', '=', root).execute()
}

/** The tree of an event, as far as visibility goes by it; times in milliseconds. */
export async function listOpenings(db: Db, event_id: EventId) {
  const rows = await db
    .selectFrom('objectives')
    .select(['id', 'parent_id', 'name', 'valid_from', 'hide_progress'])
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, valid_from: row.valid_from?.getTime() ?? null }))
}
