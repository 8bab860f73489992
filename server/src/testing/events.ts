import type { EventId } from '@muster/contract/ids'
import type { Db } from '../db/connect.ts'
import { eventStart } from './builders.ts'

/** The row of an event in the form that jobs receive. */
export async function getEvent(db: Db, event_id: EventId) {
  return db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow()
}

/** This many hours after the start of an event, as in bodies of requests. */
export const hoursIn = (hours: number) => new Date(eventStart + hours * 3_600_000).toISOString()

/** The body of a request that creates an event. */
export const anEventBody = (more: object = {}) => ({
  name: 'Spring Muster (PL4711)',
  game_version: 'poe1',
  max_size: 40,
  waitlist_size: 10,
  points_need_approval_above: null,
  application_start_time: hoursIn(-200),
  application_end_time: hoursIn(-24),
  event_start_time: hoursIn(0),
  event_end_time: hoursIn(72),
  ...more,
})

export const readDefinitions = (db: Db, event_id: number) =>
  db
    .selectFrom('definition_changes')
    .selectAll()
    .where('event_id', '=', event_id as EventId)
    .orderBy('sequence')
    .execute()
