import type { EventId } from '@muster/contract/ids'
import type { Db } from '../db/connect.ts'

/** The row of an event in the form that jobs receive. */
export async function getEvent(db: Db, event_id: EventId) {
  return db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow()
}
