import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import type { Database, NewRow, Row } from '../db/schema.ts'

/** Inserts a row, and returns it with its defaults. */
export const insertRow = <T extends keyof Database>(db: Db, table: T, row: NewRow<T>): Promise<Row<T>> =>
  db
    .insertInto(table as 'users')
    .values(row as NewRow<'users'>)
    .returningAll()
    .executeTakeFirstOrThrow() as unknown as Promise<Row<T>>

export type RowsByTable = { readonly [T in keyof Database]?: NewRow<T> | readonly NewRow<T>[] }

/** Queues inserts into these tables, in the order given, for the transaction's next statement. */
export function deferInserts(tx: Tx, rows: RowsByTable): void {
  for (const [table, added] of Object.entries(rows)) tx.defer(tx.insertInto(table as 'users').values(added as NewRow<'users'>))
}

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
