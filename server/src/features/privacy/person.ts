import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Person } from './register.ts'

/** By what somebody is found in all tables; null: nobody, or somebody who was deleted. */
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
  const characters = await db.selectFrom('characters').select('id').distinct().where('user_id', '=', user_id).execute()
  return { user_id, ...user, accounts, character_ids: characters.map(({ id }) => id) }
}

/** Every event in which something is kept about somebody, in order. */
export async function listEventsOf(db: Db, user_id: UserId): Promise<number[]> {
  const of = (table: string) => sql`select event_id from ${sql.table(table)} where user_id = ${user_id}`
  const tables = ['team_users', 'signups', 'characters', 'stashes', 'facts', 'exclusions', 'submissions', 'character_readings']
  const { rows } = await sql<{ event_id: number }>`
    select event_id from (${sql.join(tables.map(of), sql` union `)}) as found order by event_id`.execute(db)
  return rows.map(({ event_id }) => event_id)
}
