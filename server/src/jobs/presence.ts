import { waitReal } from '../clock.ts'
import { Client } from '../db/client.ts'
import { sessionSettings } from '../db/connect.ts'

/** Begins the name of a runner's own connection, as the database shows it to others; with the owner 63 characters at most. */
export const presencePrefix = 'muster-jobs-'
/** Wall clock. */
const retryAfter_ms = 500

/**
 * Keeps a connection open for as long as this runner lives, under its name. The database notices the death of a process
 * at once, so its jobs are taken up without waiting for their leases to run out. It is only a hint: a runner that is
 * alive but lost its connection is stopped by its fence.
 * @returns when the connection stands for the first time; never rejects.
 */
export async function announcePresence(
  url: string,
  owner: string,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  async function connect(): Promise<void> {
    const client = new Client({ connectionString: url, application_name: presencePrefix + owner, ...sessionSettings })
    client.on('error', onError)
    await client.connect()
    const leave = () => void client.end().catch(onError)
    signal.addEventListener('abort', leave, { once: true })
    client.once('end', () => {
      signal.removeEventListener('abort', leave)
      void waitReal(retryAfter_ms, signal).then(stayConnected)
    })
  }
  async function stayConnected(): Promise<void> {
    while (!signal.aborted) {
      try {
        return await connect()
      } catch (error) {
        onError(error)
        await waitReal(retryAfter_ms, signal)
      }
    }
  }
  await stayConnected()
}
