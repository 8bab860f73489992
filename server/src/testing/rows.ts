import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** All rows of these events and users, as text, by table, for comparing states. */
export async function readRows(db: Db, events: readonly EventId[], people: readonly UserId[]): Promise<Map<string, string[]>> {
  const columns = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and (column_name in ('event_id', 'user_id') or column_name = 'id' and table_name in ('events', 'users'))
    order by 1, 2`.execute(db)
  const rows = new Map<string, string[]>()
  for (const { table, column } of columns.rows) {
    const ids = column === 'event_id' || table === 'events' ? events : people
    const found = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where ${sql.ref(column)} = any(${ids}) order by 1`.execute(db)
    rows.set(
      `${table} by ${column}`,
      found.rows.map(({ row }) => row),
    )
  }
  return rows
}
