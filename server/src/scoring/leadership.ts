import type { EventId } from '@muster/contract/ids'
import { Client } from '../db/client.ts'
import { sessionSettings } from '../db/connect.ts'
import { scorekeeperLock } from '../db/ledger.ts'

/** Heartbeats of leaders, and the timeout after which they count as dead. Wall clock. */
export interface LifeSigns {
  /** Interval between a leader's heartbeats to the database. */
  readonly every_ms: number
  /** A leader silent for this long is deposed, whether its process hangs or its network is down. */
  readonly silence_ms: number
}
const defaultSigns: LifeSigns = { every_ms: 4000, silence_ms: 15_000 }
const applicationName = 'muster-leadership'

/** The right to write the scores of one event. */
export interface Leadership {
  /** Aborts when the connection with the lock is closed: from then on another process may lead. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

export interface Leaderships {
  /**
   * Tries to become the leader of an event. This process must not lead it already: the database would grant the same lock twice.
   * A silent leader is deposed, for the next attempt. @returns null if another process leads it.
   */
  acquire(event_id: EventId): Promise<Leadership | null>
  close(): Promise<void>
}

/**
 * Ends the connection with the lock if it has been silent for too long, and the connections of processes that do not read their
 * answers: a process that hangs during a large answer keeps the locks of that transaction, and no timeout of PostgreSQL ends a
 * statement that waits for its client on a Unix socket. The database's own clock decides.
 */
const deposeSilent = `
  select bool_or(pg_terminate_backend(pid)) as answer from pg_stat_activity
  where datname = current_database() and (
    (application_name = $3 and state_change < now() - make_interval(secs => $4::float8) and pid in (
      select pid from pg_locks
      where locktype = 'advisory' and (classid, objid, objsubid) = ($1, $2, 2) and granted
        and database = (select oid from pg_database where datname = current_database())))
    or (usename = current_user and application_name = 'muster' and wait_event = 'ClientWrite'
      and state_change < now() - make_interval(secs => $4::float8 / 3)))`

interface Session {
  readonly client: Client
  readonly lost: AbortController
  /** Resolves after the last statement; statements run one after the other. */
  quiet: Promise<unknown>
}

/**
 * Leaderships are session locks; all locks of a process are on one connection, which is opened on first use and again after a
 * failure. The database keeps them while the connection is open, even if the process hangs: so each leader sends a heartbeat
 * every few seconds, and other processes end the connection of a silent one. Until the deposed process notices, two processes may
 * believe that they lead; the fence of the score cursor then decides (see `writeStep`).
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

  /** The open connection, or a new one. */
  async function open(): Promise<Session> {
    const known = await session?.catch(() => null)
    if (known && !known.lost.signal.aborted) return known
    session = connect()
    return session
  }

  /** The locks of this connection are uncertain: the database releases all of them when it ends. */
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
      // A running heartbeat would otherwise be cut off and reported as a failure.
      await last.quiet
      await last.client.end()
    },
  }
}
