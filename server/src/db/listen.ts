import pg from 'pg'
import { typeParsers } from './connect.ts'

/**
 * Notifications are hints: they may be lost with a connection, so every listener also looks for itself from time to
 * time. Channels: `snapshots`, `guild_stashes` (somebody asked for a tab), `ledger`, `definition` (somebody edited what
 * scores), `scores`, `ladder`; the payload is the event id as text. `access` says without payload that somebody may see more or less than before.
 */
export type Channel = 'snapshots' | 'guild_stashes' | 'ledger' | 'definition' | 'scores' | 'ladder' | 'access'

export interface Listener {
  /** Resolves when everything that was notified before has been heard; at once while there is no connection. */
  hearAll(): Promise<void>
  close(): Promise<void>
}

/**
 * Listens on a connection of its own and reconnects by itself.
 * @param onConnect called after every (re)connection: whatever happened meanwhile went unheard.
 */
export function listen(
  url: string,
  channels: readonly Channel[],
  onMessage: (channel: Channel, payload: string) => void,
  onConnect: () => void,
  onError: (error: unknown) => void,
): Listener {
  let closed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, types: typeParsers, application_name: 'muster-listen', keepAlive: true })
    next.on('notification', (message) => onMessage(message.channel as Channel, message.payload ?? ''))
    next.on('error', onError)
    next.on('end', () => {
      if (!closed) retry = setTimeout(() => void connect().catch(fail), 500)
    })
    await next.connect()
    client = next
    for (const channel of channels) await next.query(`listen ${channel}`)
    onConnect()
  }
  function fail(error: unknown): void {
    onError(error)
    if (!closed) retry = setTimeout(() => void connect().catch(fail), 500)
  }
  void connect().catch(fail)

  return {
    // The database hands out what has come in before it answers the next query.
    async hearAll() {
      await client?.query('').catch(onError)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
