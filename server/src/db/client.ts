import pg from 'pg'
import { counted } from '../telemetry/points.ts'

/** `too_many_connections`: limit of the server, the user or the database. */
const noneLeft = '53300'

function noteRefusal(error: unknown): void {
  if (error instanceof pg.DatabaseError && error.code === noneLeft) counted.connections_refused++
}

/**
 * Timeout of a new connection; the caller tries again. The first packet is repeated at doubling intervals, so a longer timeout
 * could outlast the network failure.
 */
const connect_ms = 10_000

/**
 * Keepalive: on an idle connection the system sends a probe every second, and closes the connection when all probes fail for this
 * long.
 */
const probes_ms = 10_000

/** Each open connection of this process and the `performance.now()` at which it last received data. */
const heardAt = new Map<Client, number>()

/** The system's error for a connection whose probes failed for `probes_ms`. */
const isSilent = (error: Error) => (error as NodeJS.ErrnoException).code === 'ETIMEDOUT'

/**
 * The system sends no probes on a connection with a running statement: it only repeats the packets, for a quarter of an hour, at
 * doubling intervals. So when one connection times out, all silent connections to the same server are closed too.
 */
function giveUpSilent({ host, port }: Client): void {
  const now = performance.now()
  for (const [other, at] of heardAt) {
    if (other.host !== host || other.port !== port || now - at < probes_ms) continue
    heardAt.delete(other)
    const error = new Error('no answer from the database for 10 s; another connection to it has timed out')
    other.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  }
}

/**
 * A connection of the server: counts refusals for lack of free connections, and gives up connections to an unreachable database.
 */
export class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: Math.min(config.connectionTimeoutMillis ?? connect_ms, connect_ms) })
    this.once('connect', () => {
      const hear = () => void heardAt.set(this, performance.now())
      hear()
      this.connection.stream.on('data', hear)
      this.connection.on('error', (error: Error) => isSilent(error) && giveUpSilent(this))
    })
    this.once('end', () => heardAt.delete(this))
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined)
      return super.connect().catch((error: unknown) => {
        noteRefusal(error)
        throw error
      })
    super.connect((error: Error) => {
      noteRefusal(error)
      callback(error)
    })
    return undefined
  }
}
