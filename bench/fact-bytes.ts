import type { Db } from '@muster/server/db/connect'
import { sql } from 'kysely'
import type { BenchResult } from './result.ts'

/** What a fact takes in the database: its row, and its place in each index of the table. */
export async function measureFactBytes(db: Db, facts: number): Promise<BenchResult> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
    where oid = 'facts'::regclass or oid in (select indexrelid from pg_index where indrelid = 'facts'::regclass)
    order by bytes desc`.execute(db)
  const each = rows.map(({ name, bytes }) => ({ name, bytes: bytes / facts })).filter(({ bytes }) => bytes >= 1)
  return {
    name: `a fact in the database, at ${facts.toLocaleString('en')}`,
    value: each.reduce((sum, { bytes }) => sum + bytes, 0),
    unit: 'bytes',
    note: each.map(({ name, bytes }) => `${name} ${Math.round(bytes)}`).join(', '),
  }
}
