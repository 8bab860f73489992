import type { Condition } from '@muster/contract/conditions'
import type { ConditionId, ObjectiveId } from '@muster/contract/ids'
import type { ConditionDefinition } from '@muster/domain/objectives/definition'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'

/** A condition and its event. */
export async function findCondition(db: Db, id: ConditionId) {
  const row = await db
    .selectFrom('conditions')
    .innerJoin('objectives', 'objectives.id', 'conditions.objective_id')
    .selectAll('conditions')
    .select(['objectives.event_id', 'objectives.name as objective_name'])
    .where('conditions.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function countConditions(db: Db, objective_id: ObjectiveId): Promise<number> {
  const row = await db
    .selectFrom('conditions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('objective_id', '=', objective_id)
    .executeTakeFirstOrThrow()
  return row.count
}

export function insertCondition(tx: Tx, objective_id: ObjectiveId, condition: ConditionDefinition): Promise<Condition> {
  return tx
    .insertInto('conditions')
    .values({ objective_id, ...condition })
    .returning(['id', 'field', 'operator', 'value', 'any_of'])
    .executeTakeFirstOrThrow()
}

/** Overwrites a condition, which may move it to another objective. */
export function updateCondition(
  tx: Tx,
  id: ConditionId,
  columns: ConditionDefinition & { objective_id: ObjectiveId },
): Promise<Condition> {
  return tx
    .updateTable('conditions')
    .set({ any_of: null, ...columns })
    .where('id', '=', id)
    .returning(['id', 'field', 'operator', 'value', 'any_of'])
    .executeTakeFirstOrThrow()
}

export async function removeConditions(tx: Tx, ids: readonly ConditionId[]): Promise<void> {
  await tx.deleteFrom('conditions').where('id', '=', sql<ConditionId>`any(${ids})`).execute()
}
