import { hash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { together } from './pipeline.ts'

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

/** Ends the text of a statement that nobody waits for. To the database it is a comment. */
const laterMark = '/* later */'

/**
 * Ends a statement of a transaction whose answer says nothing that is needed (`query.modifyEnd(later)`, or at the end of
 * a text): it is sent together with the next one, at the latest with the end of the transaction, so that one way to the
 * database and back does for them all. What the database says against it is thrown by the statement it was sent with. On
 * connections that do not prepare, and outside of a transaction, it is a statement like any other.
 */
export const later = sql.raw(laterMark)

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

const nothingYet = { command: '', rowCount: null, oid: null, rows: [], fields: [] }

/**
 * A connection that keeps the statements it sends again and again prepared: reading and planning them is as much work as
 * doing what they say. For the few statements of jobs and scoring, which are the same for hours. What need not be waited for,
 * the beginning of a transaction and what is marked `later`, it sends with the next statement; it needs the option
 * `pipeline`.
 */
export class PreparingClient extends pg.Client {
  /** Statements of the transaction that are not sent yet. */
  private held: Statement[] = []
  private isInTransaction = false

  override query(...all: never[]): never {
    const [text, values] = all as unknown as [unknown, unknown]
    if (typeof text !== 'string' || !Array.isArray(values) || all.length !== 2) {
      const run = super.query as (...what: unknown[]) => unknown
      return run.apply(this, all) as never
    }
    return this.take({ text, values }) as never
  }

  private take(statement: Statement): Promise<unknown> {
    const { text } = statement
    if (text === 'begin') this.isInTransaction = true
    if (this.isInTransaction && (text === 'begin' || text.endsWith(laterMark))) {
      this.held.push(statement)
      return Promise.resolve(nothingYet)
    }
    const held = this.held
    this.held = []
    if (text === 'commit' || text === 'rollback') this.isInTransaction = false
    const isUnknown = held[0]?.text === 'begin'
    // The database has heard of none of it, and need not.
    if (isUnknown && (text === 'rollback' || (text === 'commit' && held.length === 1))) return Promise.resolve(nothingYet)
    return this.sendTogether(text === 'rollback' ? [statement] : [...held, statement])
  }

  private sendTogether(statements: readonly Statement[]): Promise<unknown> {
    const { stream } = this.connection
    // One packet with all that is sent before this process rests: the database wakes once for it.
    stream.cork()
    process.nextTick(() => stream.uncork())
    const [only, ...more] = statements
    if (only && more.length === 0) return this.send(only)
    return together(statements.map((statement) => this.send(statement))).then((answers) => answers.at(-1))
  }

  private send({ text, values }: Statement): Promise<unknown> {
    const name = nameOf(text)
    const run = super.query as (...what: unknown[]) => Promise<unknown>
    if (name === undefined) return run.call(this, text, values)
    return run.call(this, { name, text, values }).catch((error: unknown) => {
      if (isOutdated(error)) names.set(text, `${name}-${Date.now()}`)
      throw error
    })
  }
}
