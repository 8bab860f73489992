import { Client } from './client.ts'
import { sessionSettings } from './connect.ts'

/**
 * Notifications are hints: they may be lost with a connection, so every listener also polls. Channels: `snapshots`,
 * `guild_stashes` (a tab was requested), `readings` (a player was), `stream` (the position was moved), `ledger`, `definition`
 * (the rules of scoring were edited), `scores`, `ladder`; the payload is the event id as text. `access`, without payload: access
 * rights have changed.
 */
export type Channel =
  | 'snapshots'
  | 'guild_stashes'
  | 'readings'
  | 'stream'
  | 'ledger'
  | 'definition'
  | 'scores'
  | 'ladder'
  | 'access'

/** Wall clock. */
const retryAfter_ms = 500

export interface Listener {
  /** Resolves once all earlier notifications have been received; immediately if there is no connection. */
  hearAll(): Promise<void>
  close(): Promise<void>
}

/**
 * Listens on a dedicated connection and reconnects automatically.
 * @param name of the connection, shown in the database's list of connections
 * @param onConnect called after every (re)connection: notifications sent in the meantime were lost.
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
  /** The connection, even while it is being opened. */
  let latest: Client | null = null
  let retry: NodeJS.Timeout | undefined

  /** A refused connection also emits `end`: every end is followed by one new attempt. */
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
      // The connection may be open already, but is useless without its channels.
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
    // The database delivers pending notifications before it answers the next query.
    async hearAll() {
      await client?.query('').catch(onError)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      // A connection that opens later would keep the process alive.
      await latest?.end()
    },
  }
}
