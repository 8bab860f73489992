import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Disk usage of a database in bytes. */
export interface DatabaseSizes {
  readonly whole: number
  /** Bytes written to its log (WAL) since its creation. */
  readonly log: number
  /** Including indexes and TOAST; largest first. */
  readonly tables: Readonly<Record<string, number>>
}

export async function readDatabaseSizes(db: Db): Promise<DatabaseSizes> {
  const { rows: tables } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc`.execute(db)
  const { rows } = await sql<{ whole: number; log: number }>`
    select pg_database_size(current_database())::float8 as whole,
      (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as log`.execute(db)
  const { whole = 0, log = 0 } = rows[0] ?? {}
  return { whole, log, tables: Object.fromEntries(tables.map(({ name, bytes }) => [name, bytes])) }
}
