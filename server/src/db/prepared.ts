import { hash } from 'node:crypto'
import pg from 'pg'
import { statements } from '../telemetry/points.ts'
import { Client } from './client.ts'

/** A statement that is sent so often is worth keeping prepared; some are only sent once, such as those of a migration. */
const worthFrom = 5
/** Lists of values of any length make texts without end; the database keeps no more than these for a connection. */
const mostStatements = 400
const longestText = 6000

/** The names under which statements are kept by the database, for the connections of one pool. */
function createNames() {
  const sent = new Map<string, number>()
  const names = new Map<string, string>()
  return {
    /** @returns undefined: it is read and planned anew each time. */
    nameOf(text: string): string | undefined {
      const known = names.get(text)
      if (known !== undefined) return known
      if (text.length > longestText || names.size >= mostStatements) return undefined
      const count = (sent.get(text) ?? 0) + 1
      if (count < worthFrom) {
        if (sent.size < 10 * mostStatements) sent.set(text, count)
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

/** After another process has changed a table, a kept statement may answer with other columns than it promised. */
const isOutdated = (error: unknown) => error instanceof pg.DatabaseError && error.code === '0A000'

/** The text of a statement whose answer is promised; null for what is sent in another way. */
function readText(all: readonly unknown[]): string | null {
  const [first] = all
  if (typeof all.at(-1) === 'function') return null
  if (typeof first === 'string') return first
  // What sends itself, such as a copy, promises nothing.
  if (typeof first !== 'object' || first === null || 'submit' in first || !('text' in first)) return null
  return typeof first.text === 'string' ? first.text : null
}

/** A connection whose statements need not wait for each other's answers. */
export class PipelinedClient extends Client {
  override query(...all: never[]): never {
    const { stream } = this.connection
    // One packet for all that is sent before the event loop goes on: the database wakes once for it.
    stream.cork()
    process.nextTick(() => stream.uncork())
    const send = super.query as unknown as (...what: unknown[]) => unknown
    const text = statements.hasSubscribers ? readText(all) : null
    if (text === null) return send.apply(this, all) as never
    return statements.tracePromise(() => send.apply(this, all) as Promise<unknown>, { text }) as never
  }
}

/**
 * A kind of pipelined connection that keeps the statements it sends again and again prepared: parsing and planning them is as much
 * work as doing what they say. For jobs and scoring, whose few statements are the same for hours.
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
