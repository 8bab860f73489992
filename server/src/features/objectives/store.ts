import type { Condition } from '@muster/contract/conditions'
import type { EventId } from '@muster/contract/ids'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

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
