import pg from 'pg'
import type { EventId } from '@muster/contract/ids'
import { typeParsers } from '../db/connect.ts'
import { scorekeeperLock } from '../db/ledger.ts'

export interface Mandate {
  /** Aborts when the connection that holds the lock is gone: from then on somebody else may be elected. */
  readonly lost: AbortSignal
  resign(): Promise<void>
}

/**
 * Tries to become the scorekeeper of an event: a session lock on a connection of its own.
 * @returns null when another process has the event. Between the moment a connection breaks and the moment we notice, two
 * may believe they were elected; the fence of the score cursor decides then (see `writeStep`).
 */
export async function runForScorekeeper(url: string, event_id: EventId): Promise<Mandate | null> {
  const client = new pg.Client({
    connectionString: url,
    types: typeParsers,
    application_name: `muster-scorekeeper-${event_id}`,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  await client.connect()
  const { rows } = await client.query<{ elected: boolean }>('select pg_try_advisory_lock($1, $2) as elected', [
    scorekeeperLock,
    event_id,
  ])
  if (!rows[0]?.elected) {
    await client.end()
    return null
  }
  return { lost: lost.signal, resign: () => client.end() }
}
