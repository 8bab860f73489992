import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { type CopiedRow, copyRows } from './copy.ts'

/** The statement was not executed because an earlier one had failed. */
const saysAborted = (failure: unknown) => (failure as { code?: unknown }).code === '25P02'

/**
 * Waits for all of these even if one fails: a statement still running could write after the end of its transaction.
 * @throws the cause: statements after the failed one only report that the transaction is aborted.
 */
export async function awaitAll<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(promises)
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (failures.length > 0) throw failures.find((failure) => !saysAborted(failure)) ?? failures[0]
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as never
}

const countsRows = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

const begin: Statement = { sql: 'begin', parameters: [] }
const commit: Statement = { sql: 'commit', parameters: [] }
const rollback: Statement = { sql: 'rollback', parameters: [] }

/**
 * One transaction on one pipelined connection. Statements reach the database in the order of execution and need not wait for
 * earlier answers. The beginning and deferred statements are sent in one packet with the next statement.
 */
export class TransactionConnection implements DatabaseConnection {
  private readonly client: pg.PoolClient
  /** Not sent yet, in order. */
  private deferred: Statement[] = []
  private hasBegun = false

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  defer(statement: Statement): void {
    this.deferred.push(statement)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.sendWithDeferred(() => this.send(query))
    return { rows: rows as R[], ...(countsRows.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  copy(query: string, onRow: (row: CopiedRow) => void): Promise<void> {
    return this.sendWithDeferred(() => copyRows(this.client, query, onRow))
  }

  /** @throws also if the database answers the commit of a failed transaction with a rollback. */
  async commit(): Promise<void> {
    if (!this.hasBegun && this.deferred.length === 0) return
    const { command } = await this.sendWithDeferred(() => this.send(commit))
    if (command !== 'COMMIT') throw new Error('the transaction was aborted by a statement whose error was not passed on')
  }

  async rollback(): Promise<void> {
    this.deferred = []
    if (this.hasBegun) await this.send(rollback)
  }

  /** A pipelined connection cannot keep a cursor open. */
  streamQuery(): never {
    throw new Error('a transaction cannot stream')
  }

  private async sendWithDeferred<T>(send: () => Promise<T>): Promise<T> {
    const before = [...(this.hasBegun ? [] : [begin]), ...this.deferred].map((one) => this.send(one))
    this.hasBegun = true
    this.deferred = []
    const [result] = await awaitAll([send(), ...before] as [Promise<T>, ...Promise<unknown>[]])
    return result
  }

  private send({ sql, parameters }: Statement): Promise<pg.QueryResult<pg.QueryResultRow>> {
    return this.client.query(sql, [...parameters])
  }
}
