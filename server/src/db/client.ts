import pg from 'pg'
import { counted } from '../telemetry/points.ts'

/** `too_many_connections`: of the server, of this user, or of this database. */
const noneLeft = '53300'

function noteRefusal(error: unknown): void {
  if (error instanceof pg.DatabaseError && error.code === noneLeft) counted.connections_refused++
}

/**
 * Until a new connection is given up; whoever wants one tries again. The first packet is repeated after pauses that double, so a longer
 * wait would go on well after the network is back.
 */
const connect_ms = 10_000

/** While a connection rests, the system asks once a second whether the other end is there, and gives it up after so many in vain. */
const probes_ms = 10_000

/** Each open connection of this process, and when it heard from the database, by `performance.now()`. */
const heardAt = new Map<Client, number>()

/** What the system says of a connection whose other end has not answered its questions for `probes_ms`. */
const isSilent = (error: Error) => (error as NodeJS.ErrnoException).code === 'ETIMEDOUT'

/**
 * Nobody asks on a connection with a statement under way, whose packets are only sent again: for a quarter of an hour, with pauses that
 * double. So one on which nobody could be reached also tells of all others to the same place that have heard nothing for as long.
 */
function giveUpSilent({ host, port }: Client): void {
  const now = performance.now()
  for (const [other, at] of heardAt) {
    if (other.host !== host || other.port !== port || now - at < probes_ms) continue
    heardAt.delete(other)
    const error = new Error('the database has not been heard of, as another connection to it tells')
    other.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  }
}

/** A connection as the server opens them: counts when the database had none left to give, and does not wait for one that is gone. */
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
