import type { EventPeriod } from '@muster/contract/own-data'
import type { Provider } from '@muster/contract/auth'
import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The keys by which rows about a user are found. */
export interface Person {
  readonly user_id: UserId
  readonly display_name: string
  readonly accounts: readonly {
    readonly provider: Provider
    readonly account_id: string
    readonly name: string
    readonly handle: string | null
  }[]
  /** Game accounts that they have stated and others have confirmed: none or one. */
  readonly confirmed_names: readonly string[]
  /** The game's ids, in all events. */
  readonly character_ids: readonly string[]
}

/** The keys by which a user is found in all tables; null: unknown or deleted. */
export async function findPerson(db: Db, user_id: UserId): Promise<Person | null> {
  const user = await db
    .selectFrom('users')
    .select('display_name')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return null
  const accounts = await db
    .selectFrom('accounts')
    .select(['provider', 'account_id', 'name', 'handle'])
    .where('user_id', '=', user_id)
    .orderBy('provider')
    .execute()
  const stated = await db
    .selectFrom('stated_accounts')
    .select('name')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .execute()
  const characters = await db.selectFrom('characters').select('id').distinct().where('user_id', '=', user_id).execute()
  return {
    user_id,
    ...user,
    accounts,
    confirmed_names: stated.map(({ name }) => name),
    character_ids: characters.map(({ id }) => id),
  }
}

/** Every event with data about a user, in order. */
export async function listEventsOf(db: Db, user_id: UserId): Promise<number[]> {
  const of = (table: string) => sql`select event_id from ${sql.table(table)} where user_id = ${user_id}`
  const tables = [
    'team_users',
    'signups',
    'characters',
    'stashes',
    'facts',
    'exclusions',
    'manual_points',
    'submissions',
    'character_readings',
  ]
  const { rows } = await sql<{ event_id: number }>`
    select event_id from (${sql.join(tables.map(of), sql` union `)}) as found order by event_id`.execute(db)
  return rows.map(({ event_id }) => event_id)
}

/** Events with rulings of this user, whose answers name judges. */
export async function listJudgedEvents(db: Db, user_id: UserId): Promise<number[]> {
  const { rows } = await sql<{ event_id: number }>`
    select event_id from facts where author_id = ${user_id}
    union select event_id from exclusions where ${user_id} in (author_id, withdrawn_by)
    union select event_id from manual_points where ${user_id} in (author_id, decided_by, withdrawn_by)`.execute(db)
  return rows.map(({ event_id }) => event_id)
}

/** Until when the raw data of these events is kept, newest first. */
export async function listPeriods(db: Db, user_id: UserId): Promise<EventPeriod[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'name', 'raw_kept_until', 'raw_removal_began_at'])
    .where('id', '=', sql<EventId>`any(${await listEventsOf(db, user_id)})`)
    .orderBy('event_start_time', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, name, raw_kept_until, raw_removal_began_at }) => ({
    id,
    name,
    raw_kept_until: raw_kept_until?.toISOString() ?? null,
    final_since: raw_removal_began_at?.toISOString() ?? null,
  }))
}

/** Texts that identify a user in texts of programs: ids and full names of accounts, names and ids of characters. Never empty. */
export function listMarks(
  { user_id, accounts, confirmed_names, character_ids }: Person,
  character_names: readonly string[] = [],
): string[] {
  const marks = accounts.flatMap(({ account_id, name, handle }) => [account_id, name, ...(handle === null ? [] : [handle])])
  // Short ones are part of other words and numbers.
  const distinct = new Set(
    [...marks, ...confirmed_names, ...character_ids, ...character_names].filter((mark) => mark.length >= 4),
  )
  return distinct.size > 0 ? [...distinct] : [`user ${user_id} has no account`]
}
