import type { Condition } from '@muster/contract/conditions'
import type { ConditionId, ObjectiveId } from '@muster/contract/ids'
import type { ConditionDefinition } from '@muster/domain/objectives/definition'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'

/** The columns of `Condition`. */
export const conditionColumns = ['conditions.id', 'field', 'operator', 'value', 'any_of', 'at_least', 'counts_as'] as const

/** A condition in the format of the API: without counts that change nothing. */
export const presentCondition = <C extends { at_least: number | null; counts_as: number | null }>({
  at_least,
  counts_as,
  ...condition
}: C) => ({
  ...condition,
  ...(at_least !== null && { at_least }),
  ...(counts_as !== null && { counts_as }),
})

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

export async function insertCondition(tx: Tx, objective_id: ObjectiveId, condition: ConditionDefinition): Promise<Condition> {
  const row = await tx
    .insertInto('conditions')
    .values({ objective_id, ...condition })
    .returning(conditionColumns)
    .executeTakeFirstOrThrow()
  return presentCondition(row)
}

/** Overwrites a condition, which may move it to another objective. */
export async function updateCondition(
  tx: Tx,
  id: ConditionId,
  columns: ConditionDefinition & { objective_id: ObjectiveId },
): Promise<Condition> {
  const row = await tx
    .updateTable('conditions')
    .set({ any_of: null, at_least: null, counts_as: null, ...columns })
    .where('id', '=', id)
    .returning(conditionColumns)
    .executeTakeFirstOrThrow()
  return presentCondition(row)
}

export async function removeConditions(tx: Tx, ids: readonly ConditionId[]): Promise<void> {
  await tx.deleteFrom('conditions').where('id', '=', sql<ConditionId>`any(${ids})`).execute()
}
