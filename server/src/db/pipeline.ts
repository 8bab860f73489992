import type { CompiledQuery } from 'kysely'
import type { Tx } from './connect.ts'

/**
 * Sends a statement of a transaction and lets the next one be sent before its answer is here: the database takes them in
 * their order, and the way there and back is waited for once. For what needs no answer of those before it. On connections
 * that are no pipeline it stands in line.
 * @returns its rows; they have to be waited for before the transaction ends, beside others with `together`.
 */
export function sendAhead<Row>(tx: Tx, query: CompiledQuery<Row>): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    // A transaction lends its connection to one statement at a time: this one gives it back as soon as it is sent.
    const sent = tx.getExecutor().provideConnection(async (connection) => {
      connection.executeQuery<Row>(query).then(({ rows }) => resolve(rows), reject)
    })
    sent.catch(reject)
  })
}

/** The statement was not looked at, because one before it had failed. */
const saysOver = (failure: unknown) => (failure as { code?: unknown }).code === '25P02'

/**
 * Waits for all of these, also when one fails: what goes on alone would write after the end of the transaction.
 * @throws what was wrong: all others that fail only say that the transaction is over, and its end does not even say that.
 */
export async function together<T extends readonly unknown[] | []>(
  asked: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const answers = await Promise.allSettled(asked)
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  if (failures.length > 0) throw failures.find((failure) => !saysOver(failure)) ?? failures[0]
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined)) as never
}
