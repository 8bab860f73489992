import type { EventId } from '@muster/contract/ids'
import { Client } from '../db/client.ts'
import { sessionSettings } from '../db/connect.ts'
import { scorekeeperLock } from '../db/ledger.ts'

/** How leaders show that they live, and when they count as dead. Wall clock. */
export interface LifeSigns {
  /** Whoever leads says something to the database this often. */
  readonly every_ms: number
  /** A leader that has said nothing for so long leads no longer, whether its process hangs or its network is gone. */
  readonly silence_ms: number
}
const defaultSigns: LifeSigns = { every_ms: 4000, silence_ms: 15_000 }
const applicationName = 'muster-leadership'

/** The right to write the scores of one event. */
export interface Leadership {
  /** Aborts when the connection that holds the lock is gone: from then on another process may lead. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

export interface Leaderships {
  /**
   * Tries to become the leader of an event, which this process must not lead already: to the database its second try would
   * succeed as well. A leader that shows no life any more is deposed, for the next try. @returns null when another process leads it.
   */
  acquire(event_id: EventId): Promise<Leadership | null>
  close(): Promise<void>
}

/** Ends the connection that holds the lock, if nothing has been heard on it for so long. The database's own clock decides. */
const deposeSilent = `
  select bool_or(pg_terminate_backend(pid)) as answer from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and (classid, objid, objsubid) = ($1, $2, 2) and granted and application_name = $3
    and pg_locks.database = (select oid from pg_database where datname = current_database())
    and state_change < now() - make_interval(secs => $4)`

interface Session {
  readonly client: Client
  readonly lost: AbortController
  /** Ends with the statement that was sent last; one goes after the other. */
  quiet: Promise<unknown>
}

/**
 * Leaderships are session locks, all of one process on one connection, which is made on first use and again after it broke. The
 * database keeps them for as long as the connection stands, also for a process that hangs: so it shows by a question every few
 * seconds that it lives, and others end the connection of one that does not. Between the moment a connection ends and the moment we
 * notice, two processes may believe that they lead; the fence of the score cursor decides then (see `writeStep`).
 */
export function openLeaderships(url: string, onError: (error: unknown) => void, signs: LifeSigns = defaultSigns): Leaderships {
  let session: Promise<Session> | null = null

  async function connect(): Promise<Session> {
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: signs.silence_ms,
      query_timeout: signs.silence_ms,
      ...sessionSettings,
    })
    const lost = new AbortController()
    client.on('error', (error) => {
      onError(error)
      lost.abort()
    })
    client.on('end', () => lost.abort())
    await client.connect()
    const opened: Session = { client, lost, quiet: Promise.resolve() }
    const beat = setInterval(() => void ask(opened, 'select true as answer').catch(onError), signs.every_ms)
    lost.signal.addEventListener('abort', () => clearInterval(beat), { once: true })
    return opened
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

  async function ask(from: Session, text: string, parameters: readonly unknown[] = []): Promise<boolean> {
    const asked = from.quiet.then(() => from.client.query<{ answer: boolean }>(text, [...parameters]))
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
      const lock = [scorekeeperLock, event_id]
      if (!(await ask(held, 'select pg_try_advisory_lock($1, $2) as answer', lock))) {
        await ask(held, deposeSilent, [...lock, applicationName, signs.silence_ms / 1000])
        return null
      }
      return {
        lost: held.lost.signal,
        async release() {
          if (held.lost.signal.aborted) return
          await ask(held, 'select pg_advisory_unlock($1, $2) as answer', lock)
        },
      }
    },
    async close() {
      const last = await session?.catch(() => null)
      if (!last || last.lost.signal.aborted) return
      last.lost.abort()
      // A sign of life that is under way would be cut off, and reported as a failure.
      await last.quiet
      await last.client.end()
    },
  }
}
