import { type CompiledQuery, Kysely, type KyselyConfig, type KyselyProps, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type CopiedRow, copyRows } from './copy.ts'
import { createPreparingClient, PipelinedClient } from './prepared.ts'
import type { Database } from './schema.ts'
import { TransactionConnection } from './transaction.ts'

/** The database. Each statement runs on any connection of a pool; those of a transaction run on one. */
export class Db extends Kysely<Database> {
  private readonly pool: pg.Pool

  constructor(pool: pg.Pool, props: KyselyConfig | KyselyProps = { dialect: new PostgresDialect({ pool }) }) {
    super(props as KyselyProps)
    this.pool = pool
  }

  /** Reads many rows; `query` has no parameters (`sql.lit`). `onRow` reads all columns of each, in their order. */
  async copy(query: { compile(db: Db): CompiledQuery }, onRow: (row: CopiedRow) => void): Promise<void> {
    const client = await this.pool.connect()
    try {
      await copyRows(client, query.compile(this).sql, onRow)
    } finally {
      client.release()
    }
  }

  /** Keeps all that `use` writes when it resolves, and nothing when it rejects. */
  async transact<T>(use: (tx: Tx) => T | Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    const connection = new TransactionConnection(client)
    let broken: Error | undefined
    try {
      const result = await use(new Tx(this.pool, this.getExecutor(), connection))
      await connection.commit()
      return result
    } catch (error) {
      // Whoever takes the connection next must not find this transaction: what cannot be rolled back is closed.
      await connection.rollback().catch((failure: Error) => (broken = failure))
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/**
 * A transaction: a function that takes one writes all of its rows or none. Statements that need nothing of each other may
 * be executed at once (`awaitAll`): they are pipelined, in their order.
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
   * Sends a statement whose answer says nothing that is needed in one packet with the next one, at the latest with the
   * commit. Whatever is executed later finds it done; its failure is thrown by the statement that it is sent with.
   */
  defer(query: { compile(db: Tx): CompiledQuery }): void {
    this.open.defer(query.compile(this))
  }

  override copy(query: { compile(db: Db): CompiledQuery }, onRow: (row: CopiedRow) => void): Promise<void> {
    return this.open.copy(query.compile(this).sql, onRow)
  }

  override transact(): never {
    throw new Error('transactions do not nest')
  }
}

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

/**
 * What every connection of ours asks for. A process that hangs, or whose network is gone, must not keep what others wait for: a
 * transaction in which it says nothing more ends and gives its locks back, and on either side a connection whose other end is
 * silent for 20 seconds is given up; without this a lost packet may be waited for two hours. While something is under way nobody asks
 * whether the other end is there: the database is told to wait no longer for its receipt either, and for our side see `Client`.
 */
export const sessionSettings = {
  types: typeParsers,
  idle_in_transaction_session_timeout: 20_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2 -c tcp_user_timeout=20000',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

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
 * @param options.prepares keeps statements prepared, see `createPreparingClient`.
 * @param options.statement_ms ends a query that runs longer; by default none is ended.
 * @param options.verify looks at each new connection; one that it refuses is closed, and the statement fails with that.
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
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error))
  // So would one that breaks while it is lent out and no query of its runs; the next query on it says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Db(pool)
  async function close(): Promise<void> {
    // It ends the pool only after statements of its own.
    await db.destroy()
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}
