import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Connections to the database, counted by one of its limits, whether from Muster or not. */
export interface ConnectionLimit {
  /** `server`: max_connections, without the share for superusers. `user`, `database`: their own limits, if they have any. */
  readonly limit: 'server' | 'user' | 'database'
  readonly used: number
  readonly allowed: number
}

/** Works without the right to see the activity of others: users and databases of connections are public. */
export async function countConnections(db: Db): Promise<ConnectionLimit[]> {
  const { rows } = await sql<ConnectionLimit>`
    with held as (
      select usesysid, datid from pg_stat_activity
      where usesysid is not null and datid is not null and coalesce(backend_type, 'client backend') = 'client backend'),
    limits (name, allowed, used) as (values
      ('server', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0), (select count(*) from held)),
      ('user', (select rolconnlimit from pg_roles where rolname = session_user and not rolsuper),
        (select count(*) from held where usesysid = (select oid from pg_roles where rolname = session_user))),
      ('database', (select datconnlimit from pg_database where datname = current_database()),
        (select count(*) from held where datid = (select oid from pg_database where datname = current_database()))))
    select name as "limit", used, allowed from limits where allowed > 0`.execute(db)
  return rows
}
