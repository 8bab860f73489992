import type { Event } from '@muster/contract/events'
import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import type { Membership } from '../../viewer.ts'
import { listTeamsOf } from '../teams/store.ts'

/** The event with this id, or the one flagged as current. */
export async function findEvent(db: Db, event_id: EventId | 'current'): Promise<Row<'events'> | null> {
  const events = db.selectFrom('events').selectAll()
  const row = await (event_id === 'current'
    ? events.where('is_current', '=', true)
    : events.where('id', '=', event_id)
  ).executeTakeFirst()
  return row ?? null
}

/** Events by id; hidden ones only when asked for. */
export function listEvents(db: Db, includeHidden: boolean): Promise<Row<'events'>[]> {
  const events = db.selectFrom('events').selectAll().orderBy('id')
  return (includeHidden ? events : events.where('is_public', '=', true)).execute()
}

/** A user's team in an event. */
export async function findMembership(db: Db, event_id: EventId, user_id: UserId): Promise<Membership | null> {
  const row = await db
    .selectFrom('team_users')
    .select(['team_id', 'is_team_lead'])
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row ?? null
}

/** Event rows as they cross the wire, each with its teams. */
export async function presentEvents(db: Db, rows: readonly Row<'events'>[]): Promise<Event[]> {
  const teams = Map.groupBy(
    await listTeamsOf(
      db,
      rows.map((row) => row.id),
    ),
    (team) => team.event_id,
  )
  return rows.map((row) => ({
    ...row,
    application_start_time: row.application_start_time.toISOString(),
    application_end_time: row.application_end_time.toISOString(),
    event_start_time: row.event_start_time.toISOString(),
    event_end_time: row.event_end_time.toISOString(),
    teams: teams.get(row.id) ?? [],
  }))
}

/** Where an applicant stands in the queue by time of signup; `before` counts those ahead. */
export interface SignupPlace {
  readonly count: number
  /** null = no application. */
  readonly before: number | null
  readonly partner: string | null
}

/** The signup queue as one user sees it; without a user only the number of signups. The partner shows when both named each other. */
export async function findSignupPlace(db: Db, event_id: EventId, user_id: UserId | null): Promise<SignupPlace> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('signups')
        .selectAll()
        .select(sql<number>`row_number() over (order by "timestamp", user_id) - 1`.as('before'))
        .select(sql<number>`count(*) over ()`.as('count'))
        .where('event_id', '=', event_id)
        .as('queue'),
    )
    .leftJoin('signups as partner', (join) =>
      join
        .onRef('partner.event_id', '=', 'queue.event_id')
        .onRef('partner.user_id', '=', 'queue.partner_id')
        .onRef('partner.partner_id', '=', 'queue.user_id'),
    )
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'partner.user_id').on('accounts.provider', '=', 'poe'))
    .select(['queue.user_id', 'before', 'count', 'accounts.name as partner'])
    .orderBy(sql`queue.user_id = ${user_id} desc nulls last`)
    .limit(1)
    .executeTakeFirst()
  if (!row) return { count: 0, before: null, partner: null }
  return row.user_id === user_id
    ? { count: row.count, before: row.before, partner: row.partner }
    : { count: row.count, before: null, partner: null }
}
