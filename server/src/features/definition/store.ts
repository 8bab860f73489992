import type { DefinitionChange, Rematch } from '@muster/contract/definition'
import type { EventId } from '@muster/contract/ids'
import type { Db } from '../../db/connect.ts'
import { personOf } from '../../db/person-of.ts'

/** Changes of the definition of an event, newest first; `before` is exclusive. */
export async function listDefinitionChanges(
  db: Db,
  event_id: EventId,
  part: { readonly before?: number | undefined; readonly limit: number },
): Promise<DefinitionChange[]> {
  let query = db
    .selectFrom('definition_changes')
    .select(['sequence', 'reason', 'timestamp'])
    .select(personOf('definition_changes.author_id').as('author'))
    .where('event_id', '=', event_id)
    .orderBy('sequence', 'desc')
    .limit(part.limit)
  if (part.before !== undefined) query = query.where('sequence', '<', part.before)
  return (await query.execute()).map(({ reason, timestamp, ...row }) => ({
    ...row,
    reason: reason ?? '',
    timestamp: timestamp.toISOString(),
  }))
}

/** Running re-evaluations, by objective. */
export async function listRematches(db: Db, event_id: EventId): Promise<Rematch[]> {
  const rows = await db
    .selectFrom('rematches')
    .select(['objective_id', 'reads', 'done', 'total', 'started_at'])
    .where('event_id', '=', event_id)
    .orderBy('objective_id')
    .execute()
  return rows.map((row) => ({ ...row, started_at: row.started_at.toISOString() }))
}
