import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './prepared.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
/** A function that takes one writes all of its rows or none. */
export type Tx = Transaction<Database>

/** Oids of the types whose text we turn into numbers; safe because ids, counts and points stay below 2^53. */
const int8 = 20
const numeric = 1700
const int8Array = 1016
const numericArray = 1231

const textArray = 1009
const parseList = pg.types.getTypeParser(textArray as never) as unknown as (text: string) => (string | null)[]
const parseNumbers = (text: string) => parseList(text).map(Number)

const parsers = new Map<number, (text: string) => unknown>([
  [int8, Number],
  [numeric, Number],
  [int8Array, parseNumbers],
  [numericArray, parseNumbers],
])

/** How every connection of ours reads values; also for connections made outside the pool (listening, locks). */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** For a connection, including the wait for a free one of the pool. */
const connect_ms = 30_000

/** A connection that rests for so long is closed. A new one costs the database more than many statements do. */
const rest_ms = 5 * 60_000

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool on `url`. Connections are made on first use; `close` waits for what is running.
 * @param options.prepares keeps statements prepared and sends some together, see `PreparingClient`.
 * @param options.statement_ms ends a query that runs longer; by default none is ended.
 */
export function connectDatabase(
  url: string,
  options: { max_connections?: number; statement_ms?: number; prepares?: boolean; onError?: (error: Error) => void } = {},
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max_connections ?? 10,
    types: typeParsers,
    application_name: 'muster',
    connectionTimeoutMillis: connect_ms,
    idleTimeoutMillis: rest_ms,
    ...(options.prepares && { Client: PreparingClient, pipeline: true }),
    ...(options.statement_ms !== undefined && { statement_timeout: options.statement_ms }),
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error))
  // So would one that breaks while it is lent out and no query of its runs; the next query on it says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
