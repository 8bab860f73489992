import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { usageCounts } from './usage-counts.ts'
import { listMigrations, migrate, readMigrations } from './migrate.ts'

// A backup is text: a header line of JSON, then for each table a line of JSON with its columns, its rows in the text format of
// PostgreSQL's COPY and a line `\.`, and finally a line of JSON with the row counts. It needs no client program of PostgreSQL and
// can be read without Muster.

const format = 1

const Head = z.object({
  muster_backup: z.literal(format),
  made_at: z.iso.datetime(),
  /** Names of the migrations applied to the database. */
  migrations: z.array(z.string()).min(1),
  /** The secrets that Muster generated to sign logins and encrypt tokens; null if left out. */
  secrets: z.record(z.string(), z.unknown()).nullable(),
})
export type BackupHead = z.output<typeof Head>

const TableHead = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })

const End = z.object({
  /** Rows by table, to detect a truncated or edited backup. */
  end: z.record(z.string(), z.int().nonnegative()),
  /** The last number of each sequence; null if unused. */
  sequences: z.record(z.string(), z.int().nullable()),
})

/** The backup cannot be restored, or not into this database; the message gives the reason and the remedy. */
export class BackupProblem extends Error {}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

const quote = (name: string) => pg.escapeIdentifier(name)
const nameColumns = (columns: readonly string[]) => columns.map(quote).join(', ')
const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
const endOfRows = '\\.\n'

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Muster's tables with their stored (not generated) columns, each after the tables that it references. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows: columns } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely_%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname collate "C"`)
  const { rows: references } = await client.query<{ table: string; refers_to: string }>(`
    select c.relname as table, t.relname as refers_to
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.conrelid <> k.confrelid`)
  const waiting = new Map(columns.map((row) => [row.table, { name: row.table, columns: row.columns }]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !references.some((reference) => reference.table === name && waiting.has(reference.refers_to)),
    )
    if (free.length === 0) throw new Error(`the tables ${[...waiting.keys()].join(', ')} refer to each other`)
    for (const table of free) waiting.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}

/**
 * Writes all stored data as of one moment; the server may keep running. `onTable` is called when a table begins.
 * @returns pieces of the backup, uncompressed.
 */
export async function* writeBackup(
  url: string,
  options: { secrets: BackupHead['secrets']; made_at: Date; onTable?: (name: string) => void },
): AsyncGenerator<Buffer> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows: applied } = await client.query<{ name: string }>('select name from kysely_migration order by name')
    const head: BackupHead = {
      muster_backup: format,
      made_at: options.made_at.toISOString(),
      migrations: applied.map(({ name }) => name),
      secrets: options.secrets,
    }
    yield line(head)
    const counts: Record<string, number> = {}
    for (const { name, columns } of await listTables(client)) {
      options.onTable?.(name)
      yield line({ table: name, columns })
      const rows = client.query(copyTo(`copy ${quote(name)} (${nameColumns(columns)}) to stdout`))
      yield* rows as AsyncIterable<Buffer>
      yield Buffer.from(endOfRows)
      counts[name] = rows.rowCount
    }
    // After the rows: numbers drawn in the meantime only leave a gap.
    const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
      `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
    )
    yield line({ end: counts, sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last && Number(last)])) })
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Reads lines and rows from a stream of bytes, independent of its chunks. */
class BackupReader {
  private readonly pieces: AsyncIterator<Buffer>
  /** Received and unread bytes; always starts at the beginning of a line. */
  private held: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Buffer>) {
    this.pieces = pieces[Symbol.asyncIterator]()
  }

  private async more(): Promise<void> {
    const { value, done } = await this.pieces.next()
    if (done) throw new BackupProblem('The backup is incomplete: it ends in the middle. Use another one.')
    this.held = this.held.length === 0 ? value : Buffer.concat([this.held, value])
  }

  /** The next line as JSON, checked against `shape`. */
  async json<T>(shape: z.ZodType<T>, what: string): Promise<T> {
    let end = this.held.indexOf(10)
    for (; end === -1; end = this.held.indexOf(10)) {
      if (this.held.length > maxLine_bytes)
        throw new BackupProblem(`This is not a backup of Muster: ${what} is missing or malformed.`)
      await this.more()
    }
    const text = this.held.toString('utf8', 0, end)
    this.held = this.held.subarray(end + 1)
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      value = undefined
    }
    const read = shape.safeParse(value)
    if (!read.success) throw new BackupProblem(`This is not a backup of Muster: ${what} is missing or malformed.`)
    return read.data
  }

  /** The rows of a table, up to its end line. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.held.toString('latin1', 0, endOfRows.length) === endOfRows) {
        this.held = this.held.subarray(endOfRows.length)
        return
      }
      const at = this.held.indexOf(`\n${endOfRows}`)
      // Until the end marker is found, only whole lines are passed on: the last piece may be the beginning of the marker.
      const length = (at === -1 ? this.held.lastIndexOf(10) : at) + 1
      if (length > 0) {
        yield this.held.subarray(0, length)
        this.held = this.held.subarray(length)
      }
      if (at === -1) await this.more()
    }
  }
}

/** Upper bound for a line of JSON; rows are not read as lines. */
const maxLine_bytes = 1_000_000

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('public.events') is not null as exists`)
  if (!rows[0]?.exists) return
  const { rows: counts } = await client.query<{ events: number; users: number }>(usageCounts)
  const { events, users } = counts[0] ?? { events: 0, users: 0 }
  if (events + users > 0)
    throw new BackupProblem(
      `This database is in use: it holds ${events} events and ${users} users. Restore into an empty database; nothing was changed.`,
    )
}

/** A database that a newer server has used may be ahead of the backup; the old rows would not fit. */
async function requireNotAhead(client: pg.Client, wanted: readonly string[]): Promise<void> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as exists`,
  )
  if (!tables[0]?.exists) return
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration')
  const ahead = rows.find(({ name }) => !wanted.includes(name))
  if (ahead)
    throw new BackupProblem(
      `This database was set up by a newer version than the backup (migration ${ahead.name}). Restore into a new, empty database.`,
    )
}

/** PostgreSQL's error classes for unreadable data and violated constraints. */
const isRefusedRow = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

/** More changes than an event makes after its last backup. */
const skippedChanges = 1_000_000

/** All or nothing: the restored rows are committed only if the backup is complete. */
async function fill(client: pg.Client, reader: BackupReader, onTable: (name: string) => void): Promise<Record<string, number>> {
  await client.query('begin')
  const tables = await listTables(client)
  // Rows inserted by migrations are also in the backup. There are few of them, so deleting is faster than new files for every
  // table.
  await client.query(
    tables
      .map(({ name }) => `delete from ${quote(name)}`)
      .toReversed()
      .join(';'),
  )
  const counts: Record<string, number> = {}
  for (const _ of tables) {
    const { table, columns } = await reader.json(TableHead, 'a table')
    const known = tables.find(({ name }) => name === table)
    if (!known || counts[table] !== undefined || columns.some((column) => !known.columns.includes(column)))
      throw new BackupProblem(`The backup has a table "${table}" that its own migrations do not create.`)
    onTable(table)
    const target = client.query(copyFrom(`copy ${quote(table)} (${nameColumns(columns)}) from stdin`))
    await pipeline(Readable.from(reader.rows(), { objectMode: false }), target).catch((error: unknown) => {
      throw isRefusedRow(error) ? new BackupProblem(`The backup is damaged: ${error.message} (table ${table}).`) : error
    })
    counts[table] = target.rowCount
  }
  const { end, sequences } = await reader.json(End, 'the end')
  const wrong = Object.keys({ ...end, ...counts }).find((name) => end[name] !== counts[name])
  if (wrong !== undefined)
    throw new BackupProblem(`The backup is damaged: it should hold ${end[wrong]} rows of ${wrong}, but holds ${counts[wrong]}.`)
  for (const [name, last] of Object.entries(sequences)) {
    if (last !== null) await client.query('select setval($1::regclass, $2)', [`public.${quote(name)}`, last])
  }
  // Open pages have seen changes missing from this backup. Skipping ahead of their numbers makes the pages load everything again
  // when they reconnect.
  await client.query('update score_cursors set change_sequence = change_sequence + $1', [skippedChanges])
  await client.query('commit')
  return counts
}

/**
 * Fills an empty database from a backup (uncompressed) and migrates it to the current version.
 * @returns the backup's header and the number of rows by table.
 * @throws BackupProblem if the backup cannot be restored; the database is then unchanged except for empty tables.
 */
export async function restoreBackup(
  url: string,
  backup: AsyncIterable<Buffer>,
  onTable: (name: string) => void = () => {},
): Promise<{ head: BackupHead; rows: Record<string, number> }> {
  const reader = new BackupReader(backup)
  const head = await reader.json(Head, 'its first line')
  const known = new Set(await listMigrations())
  const later = head.migrations.find((name) => !known.has(name))
  if (later !== undefined)
    throw new BackupProblem(
      `The backup was made by a newer version of Muster (migration ${later}). Restore it with that version or a later one.`,
    )
  return withClient(url, async (client) => {
    await requireEmpty(client)
    await requireNotAhead(client, head.migrations)
    await migrate(url, await readMigrations(head.migrations))
    const rows = await fill(client, reader, onTable)
    await migrate(url)
    // Without statistics, queries of the first hours would be planned for empty tables.
    await client.query('analyze')
    return { head, rows }
  })
}
