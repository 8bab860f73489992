import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

export async function upsertOwnCalendar(db: Db, row: NewRow<'own_calendars'>): Promise<void> {
  await db
    .insertInto('own_calendars')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

export const findOwnCalendar = (db: Db, user_id: UserId): Promise<Row<'own_calendars'> | undefined> =>
  db.selectFrom('own_calendars').selectAll().where('user_id', '=', user_id).executeTakeFirst()

export async function removeOwnCalendar(db: Db, user_id: UserId): Promise<void> {
  await db.deleteFrom('own_calendars').where('user_id', '=', user_id).execute()
}

/** Public events that a person has signed up for or plays in, and that end after a moment; by start. */
export const listJoinedEvents = (db: Db, user_id: UserId, after: Date): Promise<Row<'events'>[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('is_public', '=', true)
    .where('event_end_time', '>', after)
    .where(
      sql<boolean>`(exists (select from signups where signups.event_id = events.id and signups.user_id = ${user_id})
        or exists (select from team_users where team_users.event_id = events.id and team_users.user_id = ${user_id}))`,
    )
    .orderBy('event_start_time')
    .orderBy('id')
    .execute()
