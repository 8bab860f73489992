import pg from 'pg'
import type { EventId } from '@muster/contract/ids'
import { typeParsers } from '../db/connect.ts'
import { scorekeeperLock } from '../db/ledger.ts'

/** Wall clock: a connection that is silent for so long is given up, and with it all events that it leads. */
const silence_ms = 30_000

/** The right to write the scores of one event. */
export interface Leadership {
  /** Aborts when the connection that holds the lock is gone: from then on another process may lead. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

export interface Leaderships {
  /**
   * Tries to become the leader of an event, which this process must not lead already: to the database its second try would
   * succeed as well. @returns null when another process leads it.
   */
  acquire(event_id: EventId): Promise<Leadership | null>
  close(): Promise<void>
}

interface Session {
  readonly client: pg.Client
  readonly lost: AbortController
  /** Ends with the statement that was sent last; one goes after the other. */
  quiet: Promise<unknown>
}

/**
 * Leaderships are session locks, all of one process on one connection, which is made on first use and again after it broke.
 * Between the moment a connection breaks and the moment we notice, two processes may believe that they lead; the fence of the
 * score cursor decides then (see `writeStep`).
 */
export function openLeaderships(url: string, onError: (error: unknown) => void): Leaderships {
  let session: Promise<Session> | null = null

  async function connect(): Promise<Session> {
    const client = new pg.Client({
      connectionString: url,
      types: typeParsers,
      application_name: 'muster-leadership',
      keepAlive: true,
      connectionTimeoutMillis: silence_ms,
      query_timeout: silence_ms,
    })
    const lost = new AbortController()
    client.on('error', (error) => {
      onError(error)
      lost.abort()
    })
    client.on('end', () => lost.abort())
    await client.connect()
    return { client, lost, quiet: Promise.resolve() }
  }

  /** The connection as it stands, or a new one. */
  async function open(): Promise<Session> {
    const known = await session?.catch(() => null)
    if (known && !known.lost.signal.aborted) return known
    session = connect()
    return session
  }

  /** What the connection holds is not certain any more: the database takes all of it back when it ends. */
  function abandon({ client, lost }: Session): void {
    lost.abort()
    client.end().catch(onError)
  }

  async function ask(from: Session, text: string, event_id: EventId): Promise<boolean> {
    const asked = from.quiet.then(() => from.client.query<{ answer: boolean }>(text, [scorekeeperLock, event_id]))
    from.quiet = asked.catch(() => undefined)
    try {
      const { rows } = await asked
      return rows[0]?.answer ?? false
    } catch (error) {
      abandon(from)
      throw error
    }
  }

  return {
    async acquire(event_id) {
      const held = await open()
      if (!(await ask(held, 'select pg_try_advisory_lock($1, $2) as answer', event_id))) return null
      return {
        lost: held.lost.signal,
        async release() {
          if (held.lost.signal.aborted) return
          await ask(held, 'select pg_advisory_unlock($1, $2) as answer', event_id)
        },
      }
    },
    async close() {
      const last = await session?.catch(() => null)
      if (last && !last.lost.signal.aborted) await last.client.end()
    },
  }
}
