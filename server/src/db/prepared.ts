import { hash } from 'node:crypto'
import pg from 'pg'
import { statements } from '../telemetry/points.ts'
import { Client } from './client.ts'

/** Uses before a statement is prepared; statements of a migration, for example, are sent only once. */
const worthFrom = 5
/** Lists of varying length create an endless number of statements; this is the limit per connection. */
const maxStatements = 400
const maxLength = 6000

/** Names of prepared statements, shared by the connections of a pool. */
function createNames() {
  const sent = new Map<string, number>()
  const names = new Map<string, string>()
  return {
    /** @returns undefined if the statement is not to be prepared. */
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined) return known
      if (text.length > maxLength || names.size >= maxStatements) return undefined
      const count = (sent.get(text) ?? 0) + 1
      if (count < worthFrom) {
        if (sent.size < 10 * maxStatements) sent.set(text, count)
        return undefined
      }
      sent.delete(text)
      const name = hash('sha256', text, 'base64url').slice(0, 20)
      names.set(text, name)
      return name
    },
    rename: (text: string, name: string) => names.set(text, `${name}-${Date.now()}`),
  }
}

/** After another process has changed a table, a prepared statement may return different columns than planned. */
const isOutdated = (error: unknown) => error instanceof pg.DatabaseError && error.code === '0A000'

/** The text of a statement that is sent as a promise; null for other kinds. */
function readText(all: readonly unknown[]): string | null {
  const [first] = all
  if (typeof all.at(-1) === 'function') return null
  if (typeof first === 'string') return first
  // Objects with a `submit` method, such as a copy, return no promise.
  if (typeof first !== 'object' || first === null || 'submit' in first || !('text' in first)) return null
  return typeof first.text === 'string' ? first.text : null
}

/** A connection that sends statements without waiting for earlier answers. */
export class PipelinedClient extends Client {
  override query(...all: never[]): never {
    const { stream } = this.connection
    // Collects all statements of one turn of the event loop in one packet: the database wakes up once.
    stream.cork()
    process.nextTick(() => stream.uncork())
    const send = super.query as unknown as (...what: unknown[]) => unknown
    const text = statements.hasSubscribers ? readText(all) : null
    if (text === null) return send.apply(this, all) as never
    return statements.tracePromise(() => send.apply(this, all) as Promise<unknown>, { text }) as never
  }
}

/**
 * A pipelined connection that prepares frequent statements: parsing and planning costs as much as executing them. For jobs and
 * scoring, whose few statements stay the same for hours.
 */
export function createPreparingClient(): typeof PipelinedClient {
  const { nameOf, rename } = createNames()
  return class PreparingClient extends PipelinedClient {
    override query(...all: never[]): never {
      const [text, values] = all as unknown as [unknown, unknown]
      const send = super.query as unknown as (...what: unknown[]) => unknown
      const run = (...what: unknown[]) => send.apply(this, what)
      if (typeof text !== 'string' || !Array.isArray(values) || all.length !== 2) return run(...all) as never
      const name = nameOf(text)
      if (name === undefined) return run(text, values) as never
      return (run({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
        if (isOutdated(error)) rename(text, name)
        throw error
      }) as never
    }
  }
}
