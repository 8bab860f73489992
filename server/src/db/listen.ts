import { Client } from './client.ts'
import { sessionSettings } from './connect.ts'

/**
 * Notifications are hints: they may be lost with a connection, so every listener also checks for itself from time to
 * time. Channels: `snapshots`, `guild_stashes` (somebody asked for a tab), `stream` (somebody
 * moved the position), `ledger`, `definition` (somebody edited what
 * scores), `scores`, `ladder`; the payload is the event id as text. `access` says without payload that somebody may see more or less than before.
 */
export type Channel = 'snapshots' | 'guild_stashes' | 'stream' | 'ledger' | 'definition' | 'scores' | 'ladder' | 'access'

/** Wall clock. */
const retryAfter_ms = 500

export interface Listener {
  /** Resolves when everything that was notified before has been heard; at once while there is no connection. */
  hearAll(): Promise<void>
  close(): Promise<void>
}

/**
 * Listens on a connection of its own and reconnects by itself.
 * @param name of the connection, as the database shows it to others
 * @param onConnect called after every (re)connection: whatever happened meanwhile went unheard.
 */
export function listen(
  url: string,
  channels: readonly Channel[],
  onMessage: (channel: Channel, payload: string) => void,
  onConnect: () => void,
  onError: (error: unknown) => void,
  name = 'muster-listen',
): Listener {
  let closed = false
  let client: Client | null = null
  /** Also while it is only being made. */
  let latest: Client | null = null
  let retry: NodeJS.Timeout | undefined

  /** A connection that is refused ends, too: whatever ends it, one next try follows it. */
  function connect(): void {
    const next = new Client({ connectionString: url, application_name: name, ...sessionSettings })
    latest = next
    let isOver = false
    const tryAgain = () => {
      if (isOver || closed) return
      isOver = true
      if (client === next) client = null
      retry = setTimeout(connect, retryAfter_ms)
    }
    next.on('notification', (message) => onMessage(message.channel as Channel, message.payload ?? ''))
    next.on('error', onError)
    next.on('end', tryAgain)
    begin(next).catch((error: unknown) => {
      if (!closed) onError(error)
      tryAgain()
      // Half of a connection may stand: without the channels it is of no use.
      void next.end().catch(onError)
    })
  }
  async function begin(next: Client): Promise<void> {
    await next.connect()
    client = next
    for (const channel of channels) await next.query(`listen ${channel}`)
    onConnect()
  }
  connect()

  return {
    // The database hands out what has come in before it answers the next query.
    async hearAll() {
      await client?.query('').catch(onError)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      // A connection that comes to stand later would keep the process from ending.
      await latest?.end()
    },
  }
}
