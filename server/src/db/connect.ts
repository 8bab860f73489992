import { type CompiledQuery, Kysely, type KyselyConfig, type KyselyProps, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type CopiedRow, copyRows } from './copy.ts'
import { createPreparingClient, PipelinedClient } from './prepared.ts'
import type { Database } from './schema.ts'
import { TransactionConnection } from './transaction.ts'

/** The database. A statement runs on any connection of the pool; statements of a transaction share one. */
export class Db extends Kysely<Database> {
  private readonly pool: pg.Pool

  constructor(pool: pg.Pool, props: KyselyConfig | KyselyProps = { dialect: new PostgresDialect({ pool }) }) {
    super(props as KyselyProps)
    this.pool = pool
  }

  /** Reads many rows; `query` has no parameters (`sql.lit`). `onRow` reads all columns of each row, in order. */
  async copy(query: { compile(db: Db): CompiledQuery }, onRow: (row: CopiedRow) => void): Promise<void> {
    const client = await this.pool.connect()
    try {
      await copyRows(client, query.compile(this).sql, onRow)
    } finally {
      client.release()
    }
  }

  /** Commits all writes of `use` if it resolves, and rolls back if it rejects. */
  async transact<T>(use: (tx: Tx) => T | Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    const connection = new TransactionConnection(client)
    let broken: Error | undefined
    try {
      const result = await use(new Tx(this.pool, this.getExecutor(), connection))
      await connection.commit()
      return result
    } catch (error) {
      // The next user of the connection must not find this transaction: if the rollback fails, the connection is closed.
      await connection.rollback().catch((failure: Error) => (broken = failure))
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/**
 * A transaction: a function that takes one writes all of its rows or none. Independent statements may be executed at once
 * (`awaitAll`): they are pipelined, in order.
 */
export class Tx extends Db {
  private readonly open: TransactionConnection

  constructor(pool: pg.Pool, executor: KyselyProps['executor'], connection: TransactionConnection) {
    const dialect = new PostgresDialect({ pool })
    super(pool, {
      config: { dialect },
      dialect,
      driver: dialect.createDriver(),
      executor: executor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
    })
    this.open = connection
  }

  /**
   * Sends a statement whose answer is not needed in one packet with the next statement, or at the latest with the commit. Later
   * statements see its effect; if it fails, the statement sent with it throws.
   */
  defer(query: { compile(db: Tx): CompiledQuery }): void {
    this.open.defer(query.compile(this))
  }

  override copy(query: { compile(db: Db): CompiledQuery }, onRow: (row: CopiedRow) => void): Promise<void> {
    return this.open.copy(query.compile(this).sql, onRow)
  }

  override transact(): never {
    throw new Error('transactions cannot be nested')
  }
}

/** Oids of types whose text is parsed into numbers; safe because ids, counts and points stay below 2^53. */
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

/** Value parsers of every connection, including those outside the pool (listening, locks). */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/**
 * Settings of every connection. A process that hangs or loses its network must not hold locks: the database ends an idle
 * transaction and releases its locks, and both sides close a connection whose other end is silent for 20 seconds; without this, a
 * lost packet may be awaited for two hours. No probes are sent during a statement: the database therefore limits its wait for
 * acknowledgements as well; for this side see `Client`.
 */
export const sessionSettings = {
  types: typeParsers,
  idle_in_transaction_session_timeout: 20_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2 -c tcp_user_timeout=20000',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/** For a connection, including the wait for a free one in the pool. */
const connect_ms = 30_000

/** Idle connections are closed after this period. Opening one costs the database more than many statements. */
const rest_ms = 5 * 60_000

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool on `url`. Connections are made on first use; `close` waits for running statements.
 * @param options.prepares uses prepared statements, see `createPreparingClient`.
 * @param options.statement_ms cancels longer queries; no limit by default.
 * @param options.verify checks each new connection; if it throws, the connection is closed and the statement fails with that
 *   error.
 */
export function connectDatabase(
  url: string,
  options: {
    max_connections?: number
    statement_ms?: number
    prepares?: boolean
    onError?: (error: Error) => void
    verify?: (client: pg.PoolClient) => Promise<void>
  } = {},
): Connection {
  const { verify } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max_connections ?? 10,
    ...sessionSettings,
    application_name: 'muster',
    connectionTimeoutMillis: connect_ms,
    idleTimeoutMillis: rest_ms,
    Client: options.prepares ? createPreparingClient() : PipelinedClient,
    pipeline: true,
    ...(options.statement_ms !== undefined && { statement_timeout: options.statement_ms }),
    ...(verify && { verify: (client, done) => void verify(client).then(() => done(), done) }),
  })
  // The pool replaces an idle connection that breaks; without a listener, the error would end the process.
  pool.on('error', (error) => options.onError?.(error))
  // The same for a connection in use between two queries; its next query reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Db(pool)
  async function close(): Promise<void> {
    // Ends the pool only if Kysely has executed a statement.
    await db.destroy()
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}
