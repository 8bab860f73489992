import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { countFallback, countReplicableRead, type ReplicaFallback } from '../telemetry/points.ts'
import { isDatabaseAway } from './away.ts'
import { createCaughtUp, inTime, isLate } from './replica-lag.ts'
import { connectDatabase, type Db, sessionSettings } from './connect.ts'
import { PipelinedClient } from './prepared.ts'
import {
  isReplicaOf,
  readPrimaryIdentity,
  readPrimaryPosition,
  readReplicaIdentity,
  readReplicaPosition,
  readStart,
  type ReplicaPosition,
} from './replica-identity.ts'

/** Reads from one of two databases, for one call. After a fallback to the primary, the rest of the call also uses the primary. */
export type Reader = <T>(read: (db: Db) => Promise<T>) => Promise<T>

/** A replica for reads that accept any state not older than the call. */
export interface Replica {
  /** To be called when the call has arrived; `primary` answers if the replica cannot. */
  beginReading(primary: Db): Reader
}

export interface OpenReplica extends Replica {
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** The reason why the replica is no longer used. */
export interface Loss {
  readonly reason: ReplicaFallback
  readonly error?: unknown
}

export interface ReplicaOptions {
  /** Connections to the primary. */
  readonly primary: Pick<pg.Pool, 'query'>
  onUsed(): void
  onLost(loss: Loss): void
  /** Called with the error of a statement that a replica cannot execute: a bug. */
  onFailed(error: unknown): void
  /** Delay before the replica is tried again. */
  readonly retry_ms?: number
  /** See `CaughtUpOptions`. */
  readonly patience_ms?: number
}

/** Timeout of a read; the primary then still has the time of a normal call. */
const read_ms = 4000
const statement_ms = 3000
/** Timeout for connecting and reading the identity. */
const greeting_ms = 5000
/** A connection silent for this long counts as broken. */
const silence_ms = 2000
const defaultRetry_ms = 5000

/** The reason for a second attempt at the primary; null if it would fail there too. */
function whyFailed(error: unknown): ReplicaFallback | null {
  if (error instanceof WrongServer) return 'other_data'
  const { code } = error as { code?: unknown }
  // Replay takes precedence and cancels queries that still need the removed rows.
  if (code === '40001' || code === '40P01') return 'conflict'
  if (code === '57014') return 'slow'
  if (isDatabaseAway(error)) return 'unreachable'
  return error instanceof pg.DatabaseError ? 'failed' : null
}

class WrongServer extends Error {
  constructor() {
    super('the connection leads to a different server than the replica being followed')
  }
}

/**
 * Reads from the replica if it has caught up, and from the primary otherwise. A failure of the replica is not visible to the
 * caller.
 */
export function createReplica(parts: {
  readonly db: Db
  caughtUp(): Promise<ReplicaFallback | null>
  onFailed(error: unknown): void
  readonly read_ms?: number
}): Replica {
  const { db, caughtUp, onFailed } = parts
  async function check(): Promise<boolean> {
    const reason = await caughtUp()
    if (reason !== null) countFallback(reason)
    return reason === null
  }
  return {
    beginReading(primary) {
      let mayAnswer: Promise<boolean> | null = null
      return async (read) => {
        if (await (mayAnswer ??= check())) {
          let reason: ReplicaFallback | null = 'slow'
          try {
            const answer = await inTime(read(db), parts.read_ms ?? read_ms)
            if (!isLate(answer)) {
              countReplicableRead('replica')
              return answer
            }
          } catch (error) {
            reason = whyFailed(error)
            if (reason === null) throw error
            if (reason === 'failed') onFailed(error)
          }
          countFallback(reason)
          mayAnswer = Promise.resolve(false)
        }
        countReplicableRead('primary')
        return read(primary)
      }
    },
  }
}

/**
 * Connects to a replica and reconnects after every loss. It is not used before it has been identified as a replica of this
 * primary.
 */
export function openReplica(url: string, options: ReplicaOptions): OpenReplica {
  const { primary, onUsed, onLost, onFailed, retry_ms = defaultRetry_ms, patience_ms } = options
  const closing = new AbortController()
  let followed: { readonly era: string; readonly started: string; readonly client: pg.Client; lose(loss: Loss): void } | null =
    null
  let missing: ReplicaFallback = 'starting'
  let wasUsed = false

  const { db, pool, close } = connectDatabase(url, {
    max_connections: 16,
    statement_ms,
    // An address may lead to several servers, each with its own replay position.
    async verify(client) {
      if ((await readStart(client)) !== followed?.started) throw new WrongServer()
    },
  })
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))

  const caughtUp = createCaughtUp({
    ...(patience_ms !== undefined && { patience_ms }),
    askPrimary: () => readPrimaryPosition(primary),
    findReplica() {
      if (!followed) return { missing }
      const { client, era: known, lose } = followed
      async function ask(): Promise<ReplicaPosition> {
        const answer = await inTime(readReplicaPosition(client), silence_ms)
        if (!isLate(answer)) return answer
        lose({ reason: 'slow' })
        return { is_standby: true, at: null }
      }
      return { era: known, ask, lose: (reason, error) => lose({ reason, error }) }
    },
  })

  /** @returns the reason why the server is not a replica of this primary; otherwise the identity of both. */
  async function examine(client: pg.Client): Promise<Loss | { era: string; started: string }> {
    await client.connect()
    const replica = await readReplicaIdentity(client)
    if (!replica.is_standby) return { reason: 'not_standby' }
    let ours
    try {
      ours = await readPrimaryIdentity(primary)
    } catch (error) {
      return { reason: 'primary_silent', error }
    }
    return isReplicaOf(replica, ours) ? { era: ours.era, started: replica.started } : { reason: 'other_data' }
  }

  /** Keeps one connection open to read the replica's identity and position; returns when it is lost. */
  async function follow(): Promise<Loss> {
    const lost = Promise.withResolvers<Loss>()
    const onClosing = () => lost.resolve({ reason: 'unreachable' })
    closing.signal.addEventListener('abort', onClosing)
    let client: PipelinedClient | undefined
    try {
      client = new PipelinedClient({
        connectionString: url,
        ...sessionSettings,
        application_name: 'muster',
        connectionTimeoutMillis: greeting_ms,
        pipeline: true,
      })
      client.on('error', (error) => lost.resolve({ reason: 'unreachable', error }))
      client.on('end', () => lost.resolve({ reason: 'unreachable' }))
      const found = await inTime(examine(client), greeting_ms)
      if (isLate(found)) return { reason: 'slow' }
      if ('reason' in found) return found
      if (closing.signal.aborted) return { reason: 'unreachable' }
      followed = { ...found, client, lose: lost.resolve }
      wasUsed = true
      onUsed()
      return await lost.promise
    } catch (error) {
      return { reason: 'unreachable', error }
    } finally {
      followed = null
      closing.signal.removeEventListener('abort', onClosing)
      // Queries on a silent connection would otherwise wait for minutes.
      client?.connection.stream.destroy()
      for (const one of open) one.connection.stream.destroy()
    }
  }

  async function keepFollowing(): Promise<void> {
    while (!closing.signal.aborted) {
      const before = missing
      const loss = await follow()
      missing = loss.reason
      if (closing.signal.aborted) return
      // Once per loss, not for every failed attempt.
      if (wasUsed || loss.reason !== before) onLost(loss)
      wasUsed = false
      await sleep(retry_ms, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const following = keepFollowing()

  return {
    ...createReplica({ db, caughtUp, onFailed }),
    pool,
    async close() {
      closing.abort()
      await following
      await close()
    },
  }
}
