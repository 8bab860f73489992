import { hash } from 'node:crypto'
import pg from 'pg'

/** A statement that is sent so often is worth keeping prepared; some are only sent once, such as those of a migration. */
const worthFrom = 5
/** Lists of values of any length make texts without end; the database keeps no more than these for a connection. */
const mostStatements = 400
const longestText = 6000

const sent = new Map<string, number>()
const names = new Map<string, string>()

/** The name under which a statement is kept by the database; undefined: it is read and planned anew each time. */
function nameOf(text: string): string | undefined {
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
}

/** After another process has changed a table, a kept statement may answer with other columns than it promised. */
const isOutdated = (error: unknown) => error instanceof pg.DatabaseError && error.code === '0A000'

/**
 * A connection that keeps the statements it sends again and again prepared: reading and planning them is as much work as
 * doing what they say. For the few statements of jobs and scoring, which are the same for hours.
 */
export class PreparingClient extends pg.Client {
  override query(...all: never[]): never {
    const [text, values] = all as unknown as [unknown, unknown]
    const name = typeof text === 'string' && Array.isArray(values) && all.length === 2 ? nameOf(text) : undefined
    const run = super.query as (...what: unknown[]) => unknown
    if (name === undefined) return run.apply(this, all) as never
    const answer = run.call(this, { name, text, values }) as Promise<unknown>
    return answer.catch((error: unknown) => {
      if (isOutdated(error)) names.set(text as string, `${name}-${Date.now()}`)
      throw error
    }) as never
  }
}
