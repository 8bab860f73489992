import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { baseItems } from '../../ingestion/stash/pack-snapshots.ts'
import { unpackItems } from '../../ingestion/stash/stored-items.ts'
import { listPeriods, type Person } from './person.ts'
import type { KeptTable } from './kept-table.ts'
import { personalTables } from './register.ts'

/** Rows read at a time; fewer for packed rows, because each may be megabytes after unpacking. */
const page_rows = 500
const packed_rows = 10

const rowsOf = ({ about, by }: KeptTable, person: Person) =>
  by === undefined ? about(person) : sql<boolean>`(${about(person)} or ${by(person)})`

/** The primary key columns of every table. */
async function loadKeys(db: Db): Promise<Map<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select con.conrelid::regclass::text as name, array_agg(a.attname::text order by key.place) as columns
    from pg_constraint con cross join lateral unnest(con.conkey) with ordinality as key (attnum, place)
      join pg_attribute a on a.attrelid = con.conrelid and a.attnum = key.attnum
    where con.contype = 'p' and con.connamespace = 'public'::regnamespace
    group by con.conrelid`.execute(db)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

interface ExportedRow {
  readonly row: Record<string, unknown>
  readonly key: readonly string[]
  readonly packed: Buffer | null
  readonly base: Buffer | null
}

function readRow({ row, packed, base }: ExportedRow, column: string | undefined): Record<string, unknown> {
  if (column === undefined || packed === null) return row
  return { ...row, [column]: unpackItems({ items: packed, base }) }
}

/** A table's rows in the order of its key, a page at a time: no transaction stays open between two pages. */
async function* listRows(db: Db, name: string, table: KeptTable, person: Person, key: readonly string[]) {
  const { packed, not_exported = [] } = table
  const left_out = packed === undefined ? [...not_exported] : [...not_exported, packed]
  const limit = packed === undefined ? page_rows : packed_rows
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const texts = sql.join(key.map((column) => sql`${sql.ref(column)}::text`))
  const [bytes, base] = packed === undefined ? [sql`null::bytea`, sql`null::bytea`] : [sql.ref(packed), baseItems]
  let after: readonly string[] | null = null
  for (;;) {
    const beyond = after === null ? sql`true` : sql`(${columns}) > (${sql.join(after.map((value) => sql`${value}`))})`
    const page: { rows: ExportedRow[] } = await sql<ExportedRow>`
      select to_jsonb(${sql.table(name)}) - ${left_out}::text[] as row, array[${texts}] as key, ${bytes} as packed, ${base} as base
      from ${sql.table(name)} where ${rowsOf(table, person)} and ${beyond}
      order by ${columns} limit ${limit}`.execute(db)
    yield* page.rows
    after = page.rows.at(-1)?.key ?? null
    if (page.rows.length < limit || after === null) return
  }
}

/** Streams all stored data about a user as one JSON document: it is never whole in memory. */
export async function* exportPerson(db: Db, person: Person, now: Date): AsyncGenerator<string> {
  const keys = await loadKeys(db)
  const events = JSON.stringify(await listPeriods(db, person.user_id))
  yield `{"user_id":${person.user_id},"exported_at":"${now.toISOString()}","events":${events},"tables":{`
  for (const [place, [name, table]] of personalTables.entries()) {
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(name)}:[`
    let separator = '\n'
    for await (const row of listRows(db, name, table, person, keys.get(name) ?? [])) {
      yield separator + JSON.stringify(readRow(row, table.packed))
      separator = ',\n'
    }
    yield ']'
  }
  yield '}}\n'
}

/** Counting stops here; the exact size of a larger table is not interesting. */
const most_counted = 10_000

/** How many rows each kind of data has. Large tables are counted up to a limit. */
export async function countKept(db: Db, person: Person): Promise<Map<string, number>> {
  const counts = personalTables.map(
    ([name, table]) => sql`
      select ${table.kind} as kind, count(*) as rows
      from (select from ${sql.table(name)} where ${rowsOf(table, person)} limit ${most_counted}) as kept`,
  )
  const { rows } = await sql<{ kind: string; rows: number }>`
    select kind, sum(rows) as rows from (${sql.join(counts, sql` union all `)}) as counted group by kind`.execute(db)
  return new Map(rows.map((one) => [one.kind, one.rows]))
}
